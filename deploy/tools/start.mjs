/**
 * `npm start` with any Node version: set-up, then the platform in this process. Only directly after an installation this is
 * not the pinned Node, so the process replaces itself, or starts the pinned Node where it cannot (Node before 22.15,
 * Windows); flags of Node stay. One script instead of `prestart` and `start`: npm prints one heading instead of two.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import module from 'node:module';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import './set-up.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const main = path.join(root, 'deploy/start/src/main.ts');
const pinned = path.join(root, 'node_modules/.bin/node');
const { version } = JSON.parse(readFileSync(path.join(root, 'node_modules/node/package.json'), 'utf8'));
const isWindows = process.platform === 'win32';
const args = [...process.execArgv, main, ...process.argv.slice(2)];

// compiled modules of the last start, for this process and those that it starts
process.env.NODE_COMPILE_CACHE ??= path.join(root, '.cache/compile');

/** Runs the pinned Node until it ends, and ends like it. In its own group it gets one signal, from here. */
const runPinned = () => {
  const child = spawn(pinned, args, { stdio: 'inherit', shell: isWindows, detached: !isWindows });
  child.once('exit', (code, signal) => process.exit(code ?? 128 + os.constants.signals[signal]));
  // npm passes SIGTERM to its shell only: see onParentExit
  const parent = process.ppid;
  const watch = setInterval(() => process.ppid !== parent && pass('SIGTERM'), 500);
  const pass = (signal) => {
    clearInterval(watch);
    // on Windows the console interrupts both, and `kill` would not let it stop gracefully
    if (!isWindows) child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => pass(signal));
};

if (process.version === `v${version}`) {
  module.enableCompileCache();
  await import(pathToFileURL(main).href);
} else if (process.execve && !isWindows) process.execve(pinned, [pinned, ...args], process.env);
else runPinned();
