import { spawn } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const vite = fileURLToPath(new URL('../../../node_modules/vite/bin/vite.js', import.meta.url));

/**
 * The Vite dev servers: of the shop, and of the back office, to which the first one passes /admin. Both proxy API
 * requests to the gateway.
 */
export const startDevServers = (gatewayUrl: string): AsyncDisposable => {
  const servers = ['web', 'admin-web'].map((app) => startDevServer(path.join(root, app), gatewayUrl));
  return {
    [Symbol.asyncDispose]: async () => {
      await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
    },
  };
};

const startDevServer = (cwd: string, gatewayUrl: string): AsyncDisposable => {
  const child = spawn(process.execPath, [vite, '--clearScreen', 'false'], {
    cwd,
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
