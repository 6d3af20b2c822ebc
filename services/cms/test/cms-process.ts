/** A cms in a process of its own, for tests that kill it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  childEnvironment,
  freePort,
  freshSuffix,
  TEST_INTERNAL_SECRET,
  testKeys,
  testMongo,
  tokenOf,
} from '@satrangi/chassis/testing';
import { cmsApi, createClient, databaseName } from '@satrangi/contracts';
import { expect, vi } from 'vitest';
import { adminUser, LETTER_SECRET } from './boot-cms.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
export const waitOptions = { timeout: 40_000, interval: 100 };

const killAll = async (children: readonly ChildProcess[]): Promise<void> => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }
};

/** A cms in a process of its own, which can be killed at a failpoint and started again on the same store. */
export const startProcesses = async (more: Readonly<Record<string, string>> = {}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'satrangi-cms-kill-'));
  const port = String(await freePort());
  const children: ChildProcess[] = [];
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: port,
    MONGODB_URI: await testMongo(),
    DB_SUFFIX: freshSuffix(),
    DATA_DIR: dataDir,
    AMQP_URL: 'memory:',
    REDIS_URL: 'memory:',
    IDENTITY_URL: (await testKeys()).url,
    INTERNAL_SECRET: TEST_INTERNAL_SECRET,
    LETTER_SECRET,
    STOP_WAIT_MS: '0',
    ...more,
  };
  const url = `http://127.0.0.1:${port}`;
  return {
    editor: createClient(cmsApi, { baseUrl: url, token: () => tokenOf(adminUser) }),
    start: async (
      failpoint?: string,
      settings: Readonly<Record<string, string>> = {},
    ): Promise<ChildProcess> => {
      const child = spawn(process.execPath, [main], {
        env: { ...childEnvironment(), ...env, ...settings, ...(failpoint ? { FAILPOINT: failpoint } : {}) },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      children.push(child);
      await vi.waitFor(
        async () => expect((await fetch(`${url}/health/ready`)).status).toBe(200),
        waitOptions,
      );
      return child;
    },
    /** The response to a path as the gateway forwards it: without `/api`. */
    get: (path: string) => fetch(`${url}${path.replace(/^\/api/, '')}`),
    upload: async (bytes: Uint8Array<ArrayBuffer>): Promise<{ url: string }> => {
      const body = new FormData();
      body.append('image', new Blob([bytes]), 'a.png');
      const headers = { authorization: `Bearer ${tokenOf(adminUser)}` };
      const answer = await fetch(`${url}/cms/upload-image`, { method: 'POST', body, headers });
      return (await answer.json()) as { url: string };
    },
    stop: () => killAll(children),
    suffix: env.DB_SUFFIX,
    database: databaseName('cms', env.DB_SUFFIX),
    [Symbol.asyncDispose]: async () => {
      await killAll(children);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
