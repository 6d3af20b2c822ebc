/** Two set-ups of one folder at once: what they run is written down by an `npm` of the test's own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { expect, it, vi } from 'vitest';

const TOOLS = fileURLToPath(new URL('..', import.meta.url));

/** Takes its time, as installing does, and empties what it fills first; hangs once when `hangs` is there. */
const NPM = `#!/bin/sh
[ -e hangs ] && rm hangs && { echo "$1 begins" >> log; sleep 60; }
echo "$1 begins" >> log
case $1 in
  ci) rm -rf node_modules; sleep 0.5; mkdir -p node_modules/.bin; touch node_modules/.package-lock.json node_modules/.bin/node ;;
  run) sleep 0.3; mkdir -p $5/dist; touch $5/dist/index.html ;;
esac
echo "$1 ends" >> log
`;

const startFolder = () => {
  const root = mkdtempSync(path.join(tmpdir(), 'set-up-'));
  cpSync(TOOLS, path.join(root, 'deploy/tools'), { recursive: true });
  for (const folder of ['bin', 'web/kit', 'admin-web', 'contracts/src'])
    mkdirSync(path.join(root, folder), { recursive: true });
  writeFileSync(path.join(root, 'package-lock.json'), '{}');
  writeFileSync(path.join(root, 'bin/npm'), NPM, { mode: 0o755 });
  const begin = (): ChildProcess =>
    spawn(process.execPath, [path.join(root, 'deploy/tools/set-up.mjs')], {
      env: { ...process.env, PATH: `${path.join(root, 'bin')}:${process.env.PATH}` },
      stdio: 'ignore',
      detached: true,
    });
  return {
    root,
    begin,
    setUp: async (): Promise<number | null> => (await once(begin(), 'exit'))[0],
    log: (): string[] => readFileSync(path.join(root, 'log'), 'utf8').trim().split('\n'),
    locks: (): string[] => readdirSync(path.join(root, '.cache')).filter((name) => name.includes('lock')),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
};

const ONCE = ['ci begins', 'ci ends', ...Array(2).fill(['run begins', 'run ends']).flat()];

it.skipIf(process.platform === 'win32')(
  'set-ups at once install and build once, and leave no lock',
  async () => {
    using folder = startFolder();

    const codes = await Promise.all(Array.from({ length: 4 }, folder.setUp));

    expect(codes).toEqual([0, 0, 0, 0]);
    expect(folder.log()).toEqual(ONCE);
    expect(folder.locks()).toEqual([]);
  },
);

it.skipIf(process.platform === 'win32')(
  'a set-up that was killed is taken over, by one of those who wait',
  async () => {
    using folder = startFolder();
    writeFileSync(path.join(folder.root, 'hangs'), '');
    const killed = folder.begin();
    await vi.waitFor(() => expect(folder.log()).toEqual(['ci begins']), { timeout: 20_000 });
    const waiting = Array.from({ length: 3 }, folder.setUp);
    // with the npm it began, as closing a terminal does
    process.kill(-(killed.pid ?? 0), 'SIGKILL');

    expect(await Promise.all(waiting)).toEqual([0, 0, 0]);
    expect(folder.log()).toEqual(['ci begins', ...ONCE]);
    expect(folder.locks()).toEqual([]);
  },
);

it.skipIf(process.platform === 'win32')(
  'sources that change during a build are built next time',
  async () => {
    using folder = startFolder();
    const source = path.join(folder.root, 'web/page.ts');
    writeFileSync(source, 'first');
    const first = folder.setUp();
    await vi.waitFor(() => expect(folder.log()).toContain('run begins'), { timeout: 20_000 });
    writeFileSync(source, 'changed');

    expect([await first, await folder.setUp(), await folder.setUp()]).toEqual([0, 0, 0]);
    expect(folder.log()).toEqual([...ONCE, 'run begins', 'run ends']);
  },
);

it.skipIf(process.platform === 'win32')(
  'a build that was killed is built again, also of older sources',
  async () => {
    using folder = startFolder();
    const source = path.join(folder.root, 'web/page.ts');
    const at = new Date('2026-11-20T10:00:00Z');
    writeFileSync(source, 'first');
    utimesSync(source, at, at);
    await folder.setUp();
    writeFileSync(source, 'changed');
    writeFileSync(path.join(folder.root, 'hangs'), '');
    const killed = folder.begin();
    await vi.waitFor(() => expect(folder.log()).toHaveLength(ONCE.length + 1), { timeout: 20_000 });
    process.kill(-(killed.pid ?? 0), 'SIGKILL');
    writeFileSync(source, 'first');
    utimesSync(source, at, at);

    expect(await folder.setUp()).toBe(0);
    expect(folder.log()).toEqual([...ONCE, 'run begins', 'run begins', 'run ends']);
  },
);

/** Prints as much as npm and a build do, then exits with the given code. */
const LOUD_NPM = `#!/bin/sh
for line in $(seq 300); do echo "noise $line"; done
case $1 in
  ci) mkdir -p node_modules/.bin; touch node_modules/.package-lock.json node_modules/.bin/node ;;
  run) [ -e breaks ] && { echo "the reason" >&2; exit 1; }; mkdir -p $5/dist; touch $5/dist/index.html ;;
esac
`;

it.skipIf(process.platform === 'win32').each([
  { name: 'one line for each step', env: {}, breaks: false },
  { name: 'everything with VERBOSE=1', env: { VERBOSE: '1' }, breaks: false },
  { name: 'the output of a step that fails', env: {}, breaks: true },
])('a set-up prints $name', async ({ env, breaks }) => {
  using folder = startFolder();
  writeFileSync(path.join(folder.root, 'bin/npm'), LOUD_NPM, { mode: 0o755 });
  if (breaks) writeFileSync(path.join(folder.root, 'breaks'), '');
  const child = spawn(process.execPath, [path.join(folder.root, 'deploy/tools/set-up.mjs')], {
    env: { ...process.env, PATH: `${path.join(folder.root, 'bin')}:${process.env.PATH}`, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString('utf8');
    });
  const [code] = await once(child, 'close');
  const lines = printed.trimEnd().split('\n');

  expect(code).toBe(breaks ? 1 : 0);
  if (breaks) {
    expect(printed).toContain('noise 300');
    expect(printed).toContain('the reason');
    expect(lines.at(-1)).toMatch(/^Building the pages failed\./);
  } else if ('VERBOSE' in env) expect(lines.length).toBeGreaterThan(600);
  else
    expect(lines).toEqual([
      expect.stringMatching(/^ {2}packages +[\d.]+ s$/),
      expect.stringMatching(/^ {2}pages +[\d.]+ s$/),
      expect.stringMatching(/^ {2}admin +[\d.]+ s$/),
    ]);
});
