import type { Plugin } from 'vite';
import { FakeInspector, TOKEN } from './inspector.ts';

/** Serves the fake API beside the page in development. */
export function fakeApi(): Plugin {
  return {
    name: 'fake-api',
    apply: 'serve',
    configureServer(server) {
      const fake = new FakeInspector();
      server.config.logger.info(`  The fake server: http://127.0.0.1:5273/#token=${TOKEN}\n`);
      server.middlewares.use((request, response, next) => {
        fake.handle(request, response).then((handled) => handled || next(), next);
      });
    },
  };
}
