import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { FakeInspector, TOKEN } from './inspector.ts';

const ASSETS = join(import.meta.dirname, '../../../crates/ferramenta-inspector/assets');

/** The policy that the binary sends; what breaks it would break there. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self' data: blob:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

export interface Running {
  url: string;
  fake: FakeInspector;
  stop: () => Promise<void>;
}

/** The built page and the fake API, on a port of their own. */
export async function serve(): Promise<Running> {
  const fake = new FakeInspector();
  const server = createServer(async (request, response) => {
    if (await fake.handle(request, response)) return;
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const name = pathname === '/' ? 'index.html' : pathname.slice(1);
    try {
      const content = await readFile(join(ASSETS, name));
      response.writeHead(200, {
        'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream',
        'Content-Security-Policy': POLICY,
      });
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const stop = () =>
    new Promise<void>((done) => {
      fake.hangUp();
      server.close(() => done());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}/#token=${TOKEN}`, fake, stop };
}
