import { spawn } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const web = fileURLToPath(new URL('../../../web/', import.meta.url));
const vite = fileURLToPath(new URL('../../../node_modules/vite/bin/vite.js', import.meta.url));

/** The Vite dev server for the pages; it proxies API requests to the gateway. */
export const startDevServer = (gatewayUrl: string): AsyncDisposable => {
  const child = spawn(process.execPath, [vite, '--clearScreen', 'false'], {
    cwd: web,
    env: { ...process.env, API_URL: gatewayUrl },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return {
    [Symbol.asyncDispose]: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      if (child.exitCode === null && child.kill()) await gone;
    },
  };
};
