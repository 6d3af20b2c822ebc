/** A cms killed between its writes: no text that was answered is lost, and none is half there. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineService } from '@satrangi/chassis';
import {
  bootService,
  freshSuffix,
  TEST_INTERNAL_SECRET,
  testKeys,
  testMongo,
  tokenOf,
} from '@satrangi/chassis/testing';
import { cmsApi, createClient, type SectionStatus, sectionChanged } from '@satrangi/contracts';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { adminUser, LETTER_SECRET } from './boot-cms.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const waitOptions = { timeout: 40_000, interval: 100 };
const key = 'about.mission';

/** Picks a free port by starting a service on it and stopping that again. */
const freePort = async (): Promise<string> => {
  await using empty = await bootService(
    defineService({ name: 'library', config: z.object({}), build: () => ({ apis: [] }) }),
  );
  return new URL(empty.url).port;
};

/** A cms in a process of its own, which can be killed at a failpoint and started again on the same store. */
const startProcesses = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'satrangi-cms-kill-'));
  const port = await freePort();
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
  };
  const url = `http://127.0.0.1:${port}`;
  return {
    editor: createClient(cmsApi, { baseUrl: url, token: () => tokenOf(adminUser) }),
    start: async (failpoint?: string): Promise<ChildProcess> => {
      const child = spawn(process.execPath, [main], {
        env: { ...env, ...(failpoint ? { FAILPOINT: failpoint } : {}) },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      children.push(child);
      await vi.waitFor(
        async () => expect((await fetch(`${url}/health/ready`)).status).toBe(200),
        waitOptions,
      );
      return child;
    },
    database: `satrangi_cms${env.DB_SUFFIX}`,
    [Symbol.asyncDispose]: async () => {
      for (const child of children) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        const exited = once(child, 'exit');
        child.kill('SIGKILL');
        await exited;
      }
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

const save = (
  { editor }: Pick<Awaited<ReturnType<typeof startProcesses>>, 'editor'>,
  content: string,
  status?: SectionStatus,
) => editor.saveSection({ body: { key, content, ...(status ? { status } : {}) } });

describe('killed during a save (P50)', () => {
  it.each([
    ['cms.text-before-section:2', 'one'],
    ['cms.saved-before-answer', 'two'],
  ])(
    'at %s: the section is as before or as saved, and saves go on',
    { timeout: 120_000 },
    async (failpoint, left) => {
      await using processes = await startProcesses();
      const victim = await processes.start(failpoint);
      await save(processes, 'one');
      await expect(save(processes, 'two')).rejects.toThrow();
      await vi.waitFor(() => expect(victim.signalCode).toBe('SIGKILL'), waitOptions);

      await processes.start();
      const query = { draft: '1' as const };
      const read = () => processes.editor.getSection({ params: { key }, query });
      expect((await read()).content).toBe(left);
      await save(processes, 'three');
      const versions = await processes.editor.listVersions({ params: { key } });
      expect([(await read()).content, ...versions.map(({ content }) => content)]).toEqual(
        left === 'one' ? ['three', 'one'] : ['three', 'two', 'one'],
      );
    },
  );

  it('after the write: the event is published by the next process', { timeout: 120_000 }, async () => {
    await using processes = await startProcesses();
    const victim = await processes.start('cms.saved-before-answer');
    await save(processes, 'one');
    await expect(save(processes, 'two')).rejects.toThrow();
    await vi.waitFor(() => expect(victim.signalCode).toBe('SIGKILL'), waitOptions);
    const { MongoClient } = await import('mongodb');
    await using client = await MongoClient.connect(await testMongo());
    const sections = client
      .db(processes.database)
      .collection<{ outbox?: { kind: string; body: { type: string } }[] }>('sections');
    const waiting = async () =>
      (await sections.findOne({ 'outbox.body.type': sectionChanged.type }))?.outbox?.length ?? 0;
    expect(await waiting()).toBeGreaterThan(0);

    await processes.start();
    await vi.waitFor(async () => expect(await waiting()).toBe(0), waitOptions);
  });
});
