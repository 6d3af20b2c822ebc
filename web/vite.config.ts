import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { routesPlugin } from './routes-plugin.ts';

const { API_URL = 'http://127.0.0.1:4000' } = process.env;

/** Fonts and workers stay files: the content security policy allows no data: addresses. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), routesPlugin()],
  build: { assetsInlineLimit: 0, manifest: true, target: 'es2022', modulePreload: { polyfill: false } },
  server: { proxy: { '/api': API_URL, '/updates': API_URL } },
  preview: { proxy: { '/api': API_URL, '/updates': API_URL } },
});
