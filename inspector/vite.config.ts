import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { fakeApi } from './test/fake/plugin.ts';

// Names without hashes: the output is committed, embedded, and compared with a fresh build.
export default defineConfig({
  plugins: [react(), fakeApi()],
  server: { host: '127.0.0.1', port: 5273, strictPort: true },
  build: {
    outDir: '../crates/ferramenta-inspector/assets',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: false,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      output: { entryFileNames: 'page.js', assetFileNames: 'page[extname]', codeSplitting: false },
    },
  },
  test: { include: ['test/unit/**/*.test.ts'], environment: 'node' },
});
