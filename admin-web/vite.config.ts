import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { brotliPlugin } from '../web/kit/build/brotli-plugin.ts';
import { routerPlugin } from '../web/kit/build/router-plugin.ts';
import { staffRoutesPlugin } from '../web/kit/build/routes-plugin.ts';

const { API_URL = 'http://127.0.0.1:4000' } = process.env;

/** Fonts stay files: the content security policy forbids data: URLs for them. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/admin/',
  plugins: [react(), routerPlugin(), staffRoutesPlugin(), brotliPlugin()],
  build: {
    assetsInlineLimit: 0,
    manifest: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // the parts of every form are loaded once, with the first tab that has a form
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'forms', test: /node_modules\/(react-hook-form|@hookform|zod)\/|src\/lib\/edit-form\// },
          ],
        },
      },
    },
  },
  server: { port: 5174, strictPort: true, proxy: { '/api': API_URL, '/updates': API_URL } },
});
