import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childEnvironment, freePort, TEST_INTERNAL_SECRET, testMongo } from '@satrangi/chassis/testing';
import { expect, vi } from 'vitest';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** The environment of `startIdentity`, with a data folder that is removed on disposal. */
export const processEnv = async (suffix: string, env: Record<string, string> = {}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'satrangi-identity-'));
  return {
    env: {
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      MONGODB_URI: await testMongo(),
      DB_SUFFIX: suffix,
      DATA_DIR: dataDir,
      INTERNAL_SECRET: TEST_INTERNAL_SECRET,
      STOP_WAIT_MS: '0',
      INTERVAL_FACTOR: '0.25',
      PASSWORD_COST: 'minimal',
      ...env,
    },
    [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true, force: true }),
  };
};

/** Spawns identity as a process of its own, which a test or a failpoint can kill. */
export const spawnIdentity = (env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, [main], {
    env: { ...childEnvironment(), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });

/** Starts identity as a process of its own. Resolves when it is ready. */
export const startIdentity = async (
  env: Record<string, string>,
): Promise<{ child: ChildProcess; url: string }> => {
  const port = await freePort();
  const child = spawnIdentity({ ...env, PORT: String(port) });
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(async () => expect((await fetch(`${url}/health/ready`)).status).toBe(200), {
    timeout: 40_000,
    interval: 100,
  });
  return { child, url };
};

export const stopProcess = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
};
