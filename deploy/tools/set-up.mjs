/**
 * Runs before `npm start` and `npm test` with any Node version: installs dependencies when the lock file changed, and
 * builds the pages when their sources changed. Prints each step, and one line for a missing requirement. Plain
 * JavaScript without dependencies, because it runs before installation.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { oneAtATime } from './one-at-a-time.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const LEAST = [20, 19];
const printLine = (line) => process.stdout.write(`${line}\n`);
const stop = (line) => {
  process.stderr.write(`\n${line}\n`);
  process.exit(1);
};

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < LEAST[0] || (major === LEAST[0] && minor < LEAST[1]))
  stop(`Node ${LEAST.join('.')} or newer is needed to begin; this is ${process.versions.node}.`);

const isVerbose = /^(1|true|yes)$/i.test(process.env.VERBOSE ?? '');
/** Maximum output of a step; a build of the pages prints 40 kB. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Prints one line for a step with its time. Its output is printed with VERBOSE=1 and when it fails. */
const run = (what, done, command, args) => {
  const began = Date.now();
  // in a terminal the line is replaced when the step is done
  if (isVerbose) printLine(`${what} ...`);
  else if (process.stdout.isTTY) process.stdout.write(`  ${what} ...`);
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    stdio: isVerbose ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    maxBuffer: MAX_OUTPUT_BYTES,
    shell: process.platform === 'win32',
    env: { ...process.env, npm_config_loglevel: 'error' },
  });
  if (error?.code === 'ENOENT') stop(`${command} is missing: install Node with npm.`);
  if (!isVerbose && process.stdout.isTTY) process.stdout.write('\r\u001b[2K');
  if (status !== 0) {
    process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`);
    stop(`${what} failed. The lines above say why; run the same command again once it is mended.`);
  }
  printLine(`  ${done.padEnd(10)} ${((Date.now() - began) / 1000).toFixed(1)} s`);
};

const hash = (text) => createHash('sha256').update(text).digest('hex');
const stamp = (name) => path.join(root, '.cache', `${name}.stamp`);
const isFresh = (name, value) => existsSync(stamp(name)) && readFileSync(stamp(name), 'utf8') === value;
const saveStamp = (name, value) => {
  mkdirSync(path.join(root, '.cache'), { recursive: true });
  writeFileSync(stamp(name), value);
};

const wanted = () => hash(readFileSync(path.join(root, 'package-lock.json')));
const pinned = path.join(root, 'node_modules/.bin/node');
const isInstalled = () =>
  existsSync(path.join(root, 'node_modules/.package-lock.json')) &&
  existsSync(pinned) &&
  isFresh('install', wanted());

const install = () => {
  run('Installing packages (once, about a minute)', 'packages', 'npm', ['ci', '--no-audit', '--no-fund']);
  if (!existsSync(pinned))
    stop('The pinned Node was not installed: the npm package `node` needs its install script.');
  saveStamp('install', wanted());
};

/** Digest of names, sizes and times of all sources of the pages; cheap enough for each start. */
const fingerprint = (...folders) => {
  const lines = [];
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (['node_modules', 'dist', 'test', '.vite'].includes(entry.name)) continue;
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) walk(file);
      else lines.push(`${file}:${statSync(file).size}:${Math.trunc(statSync(file).mtimeMs)}`);
    }
  };
  for (const folder of folders) walk(path.join(root, folder));
  return hash(lines.sort().join('\n'));
};

/** The apps: workspace, what the printed lines call it, and the folders it is built from. */
const apps = [
  { name: 'web', what: 'the pages', done: 'pages', folders: ['web', 'contracts/src'] },
  {
    name: 'admin-web',
    what: 'the back office',
    done: 'admin',
    folders: ['admin-web', 'web/kit', 'contracts/src'],
  },
].map(({ folders, ...app }) => ({ ...app, sources: () => fingerprint(...folders) }));

const isAppBuilt = ({ name, sources }) =>
  existsSync(path.join(root, name, 'dist/index.html')) && isFresh(name, sources());
const isBuilt = () => apps.every(isAppBuilt);

const build = () => {
  for (const app of apps) {
    if (isAppBuilt(app)) continue;
    // an edit during the build is built next time, and half a build is not taken for a whole one
    const sources = app.sources();
    rmSync(stamp(app.name), { force: true });
    run(`Building ${app.what}`, app.done, 'npm', ['run', '--silent', 'build', '-w', app.name]);
    saveStamp(app.name, sources);
  }
};

// Concurrent installations would corrupt node_modules.
const release =
  isInstalled() && isBuilt()
    ? null
    : await oneAtATime(path.join(root, '.cache/set-up.lock'), () =>
        printLine('Another set-up is under way; waiting ...'),
      );
if (!isInstalled()) install();
if (!isBuilt()) build();
release?.();
