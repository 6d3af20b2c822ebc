/** A payments process with a minimal library that kills itself at a failpoint and is restarted. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import {
  childEnvironment,
  freshSuffix,
  TEST_INTERNAL_SECRET,
  testKeys,
  testMongo,
} from '@satrangi/chassis/testing';
import { databaseName } from '@satrangi/contracts';
import { MongoClient } from 'mongodb';
import { controlOf, media, openSandbox, serviceEnv, startProxy } from './boot-payments.ts';

type Env = Record<string, string>;

/** Restarts the process after each crash, with the failpoint disarmed. */
const supervise = async (env: Env, failpoint: string, onUrl: (url: string) => void) => {
  const deaths: (string | null)[] = [];
  let child: ChildProcess | undefined;
  let isOver = false;
  const start = (setting: string): void => {
    const path = fileURLToPath(new URL('./crash-process.ts', import.meta.url));
    child = spawn(process.execPath, [path], {
      env: { ...childEnvironment(), ...env, FAILPOINT: setting },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (child.stdout)
      createInterface(child.stdout).on('line', (line) => {
        if (line.startsWith('{"url"')) onUrl(JSON.parse(line).url);
      });
    child.on('exit', (_code, signal) => {
      deaths.push(signal);
      if (!isOver) start('');
    });
  };
  start(failpoint);
  return {
    deaths,
    [Symbol.asyncDispose]: async () => {
      isOver = true;
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
};

export const bootCrashFixture = async (failpoint: string) => {
  const dir = await mkdtemp(join(tmpdir(), 'satrangi-crash-'));
  const webhookProxy = await startProxy();
  const sandbox = await openSandbox(webhookProxy.url, 1 / 600);
  const suffix = freshSuffix();
  const uri = await testMongo();
  const mongo = await MongoClient.connect(uri);
  const { mediaId, ...item } = media().data;
  const db = mongo.db(databaseName('payments', suffix));
  await db.collection<{ _id: string }>('media').insertOne({ _id: mediaId, ...item });
  const env: Env = {
    ...serviceEnv(sandbox, sandbox.url),
    NODE_ENV: 'test',
    LOG_LEVEL: process.env.CRASH_LOG ?? 'silent',
    MONGODB_URI: uri,
    DB_SUFFIX: suffix,
    AMQP_URL: 'memory:',
    DATA_DIR: dir,
    IDENTITY_URL: (await testKeys()).url,
    INTERNAL_SECRET: TEST_INTERNAL_SECRET,
    STOP_WAIT_MS: '0',
    INTERVAL_FACTOR: '0.25',
  };
  const supervisor = await supervise(env, failpoint, webhookProxy.setTarget);
  return {
    deaths: supervisor.deaths,
    url: `${webhookProxy.url}/api`,
    sandbox,
    call: controlOf(sandbox.url),
    orders: db.collection<{ _id: string }>('orders'),
    grants: mongo.db(databaseName('library', suffix)).collection<{ _id: string; revoked?: number }>('grants'),
    [Symbol.asyncDispose]: async () => {
      await supervisor[Symbol.asyncDispose]();
      await sandbox[Symbol.asyncDispose]();
      await webhookProxy[Symbol.asyncDispose]();
      await mongo.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
};
export type CrashFixture = Awaited<ReturnType<typeof bootCrashFixture>>;

/** Retries until there is a response, as a page does. */
export const retryUntilAnswered = async <T>(call: () => Promise<T>): Promise<T> => {
  for (let tries = 0; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      if (tries > 300) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
};
