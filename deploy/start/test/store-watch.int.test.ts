/** The launcher and its embedded store: killed, damaged, out of space. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { socketOf, urlOfSocket } from '@satrangi/embedded';
import { MongoClient } from 'mongodb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePorts } from '../src/index.ts';
import { superviseStore } from '../src/supervised-store.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const WAIT = { timeout: 120_000, interval: 50 };

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'satrangi-store-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));

const begin = (port: number): { child: ChildProcess; printed: () => string } => {
  const { NODE_ENV: _env, ...outer } = process.env;
  const child = spawn(process.execPath, [MAIN], {
    env: { ...outer, LOG_LEVEL: 'warn', SEED: 'off', PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString('utf8');
    });
  return { child, printed: () => printed };
};

/** Process ids of the embedded store: none while it is down. */
const storesOf = (launcher: ChildProcess): number[] => {
  const children = readFileSync(`/proc/${launcher.pid}/task/${launcher.pid}/children`, 'utf8');
  const isStore = (pid: string): boolean =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('embedded/src/main.ts');
  return children
    .trim()
    .split(' ')
    .filter((pid) => pid !== '' && isStore(pid))
    .map(Number);
};

const storeOf = (launcher: ChildProcess): number => {
  const [store] = storesOf(launcher);
  if (store === undefined) throw new Error('no store');
  return store;
};

const isReady = async (port: number): Promise<boolean> => {
  const answer = await fetch(`http://127.0.0.1:${port}/api/readyz`).catch(() => null);
  return answer?.ok ?? false;
};

const count = (text: string, part: string): number => text.split(part).length - 1;

const dataFile = (): string => path.join(dataDir, 'mongo/data.sqlite');

/** Inverts a byte of the first document that contains the text. */
const damage = (text: string): void => {
  const at = readFileSync(dataFile()).indexOf(text);
  expect(at).toBeGreaterThan(0);
  const file = openSync(dataFile(), 'r+');
  writeSync(file, Buffer.from([text.charCodeAt(0) ^ 0x20]), 0, 1, at);
  closeSync(file);
};

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Stops the launcher, and waits for its store, which may end after it. */
const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null) return;
  const store = storeOf(child);
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
  await expect.poll(() => isRunning(store), WAIT).toBe(false);
};

it('a store that is killed is started again, with one line for each change; a damaged one ends the launcher', {
  timeout: 500_000,
}, async () => {
  const [port = 0] = await freePorts(1);
  const { child, printed } = begin(port);
  try {
    await expect.poll(() => printed(), WAIT).toContain('  Data ');

    for (const restarts of [1, 2]) {
      process.kill(storeOf(child), 'SIGKILL');
      await expect.poll(() => count(printed(), 'The store runs again'), WAIT).toBe(restarts);
      await expect.poll(() => isReady(port), WAIT).toBe(true);
    }
    const lines = printed().split('\n');
    expect(count(printed(), 'The store ended (killed by SIGKILL); it is started again')).toBe(2);
    // at most one line of each service and the gateway for each outage
    expect(lines.filter((line) => line.startsWith('{')).length).toBeLessThan(25);
  } finally {
    await end(child);
  }

  damage('admin@satrangi.example');
  const again = begin(port);
  try {
    await expect.poll(() => again.child.exitCode, WAIT).toBe(65);
  } finally {
    again.child.kill('SIGKILL');
  }
  const printedLines = again.printed().trim().split('\n');
  expect(printedLines.at(-1)).toContain(`${dataFile()} is damaged`);
  expect(printedLines.at(-1)).toContain('Restore its folder from a backup');
  expect(printedLines.length).toBeLessThan(5);
});

it('a store that finds its file damaged when it is started again ends the launcher with one line', {
  timeout: 500_000,
}, async () => {
  const [port = 0] = await freePorts(1);
  const { child, printed } = begin(port);
  /** Kills the store and damages its file before the restart; the next call does it again when that was too late. */
  const killAndDamage = (): void => {
    const store = storesOf(child)[0];
    if (store === undefined) return;
    process.kill(store, 'SIGKILL');
    rmSync(`${dataFile()}-wal`, { force: true });
    writeFileSync(dataFile(), 'no database '.repeat(1_000));
  };
  try {
    await expect.poll(() => printed(), WAIT).toContain('  Data ');
    await expect
      .poll(
        () => {
          if (child.exitCode === null) killAndDamage();
          return child.exitCode;
        },
        { ...WAIT, interval: 2_000 },
      )
      .toBe(65);
  } finally {
    child.kill('SIGKILL');
  }

  expect(count(printed(), `${dataFile()} is damaged`)).toBe(1);
  expect(printed().trim().split('\n').at(-1)).toContain('Restore its folder from a backup');
});

it('a supervised store that is killed is started again, and a damaged one is reported with its exit code', {
  timeout: 500_000,
}, async () => {
  const failures: { message: string; exitCode: number }[] = [];
  const dir = path.join(dataDir, 'mongo');
  const store = superviseStore({
    dir,
    env: {},
    logFile: path.join(dataDir, 'mongo.log'),
    onFailure: (failure) => failures.push(failure),
  });
  try {
    await using client = new MongoClient(urlOfSocket(socketOf(dir)), { serverSelectionTimeoutMS: 100_000 });
    const notes = client.db('probe').collection('notes');
    await notes.insertOne({ text: 'findable words' });

    store.kill('SIGKILL');
    await expect.poll(() => store.starts(), WAIT).toBe(2);
    // not ready yet: the driver reports the closed connection, or finds no server
    await expect.poll(() => notes.countDocuments().catch(() => -1), WAIT).toBe(1);

    // a stop moves the log into the file
    store.kill('SIGTERM');
    await expect.poll(() => store.starts(), WAIT).toBe(3);
    const resume = await store.hold();
    damage('findable words');
    resume();

    await expect.poll(() => failures, WAIT).toHaveLength(1);
    expect(failures[0]).toMatchObject({ exitCode: 65 });
    expect(failures[0]?.message).toContain(`${dataFile()} is damaged`);
    const starts = store.starts();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect([store.starts(), store.pid()]).toEqual([starts, 0]);
  } finally {
    await store.stop();
  }
});
