/** Servers that others wrote, as subjects of `ferramenta dev`. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { ROOT } from './dev.ts';
import type { Subject } from './fixture.ts';

/** A Python that sees the official SDK. */
const PYTHON = process.env.PYTHON ?? 'python3';
const BOOKSHOP = join(import.meta.dirname, 'servers/bookshop.py');
const EVERYTHING = join(ROOT, 'inspector/node_modules/@modelcontextprotocol/server-everything/dist/index.js');

export function everythingOnPipes(): Subject {
  return { args: ['--', process.execPath, EVERYTHING] };
}

export async function everythingOverHttp(): Promise<Subject> {
  const port = await freePort();
  return overHttp(process.execPath, [EVERYTHING, 'streamableHttp'], port);
}

export function pythonOnPipes(): Subject {
  return { args: ['--', PYTHON, BOOKSHOP] };
}

export async function pythonOverHttp(): Promise<Subject> {
  const port = await freePort();
  return overHttp(PYTHON, [BOOKSHOP, String(port)], port);
}

/** Starts it; `ferramenta dev` waits until it answers. */
function overHttp(program: string, args: string[], port: number): Subject {
  const env = { ...process.env, PORT: String(port) };
  const child = spawn(program, args, { env, stdio: 'ignore' });
  return { args: [`http://127.0.0.1:${port}/mcp`], stop: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}
