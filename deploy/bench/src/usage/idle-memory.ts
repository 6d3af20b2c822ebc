/**
 * Idle memory of the services above an empty one, each in its own process as in compose, over a real RabbitMQ and a real
 * Redis: `node deploy/bench/src/usage/idle-memory.ts`. Exits with 1 when a service is above its aim.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { serviceNames } from '@satrangi/contracts';
import { startProcesses, supervise } from '@satrangi/start';
import { removeQueues } from '../broker.ts';
import { readSettings } from '../settings.ts';

const IDLE_MS = 30_000;
const SAMPLES = 5;
const SAMPLE_MS = 2_000;
/** Of the issue: memory above an empty service, in MB. */
const AIMS_MB: Readonly<Record<string, number>> = { 'analytics-usage': 20, concierge: 15 };

/** Memory of one process alone (USS) in MB: shared pages of Node would change with the number of processes. */
const ownMemory = (pid: number): number => {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const kilobytes = [...rollup.matchAll(/^Private_\w+:\s+(\d+) kB/gm)].map(([, value]) => Number(value));
  return kilobytes.reduce((sum, value) => sum + value, 0) / 1_024;
};

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const measure = async (dir: string, cleanup: AsyncDisposableStack): Promise<number> => {
  const { amqpUrl, redisUrl } = readSettings();
  const run = `bench-idle-${process.pid}`;
  cleanup.defer(async () => {
    for (const prefix of [`${run}.`, `${run}-empty.`]) await removeQueues(amqpUrl, prefix);
  });
  const common = { NODE_ENV: 'test', LOG_LEVEL: 'warn', STOP_WAIT_MS: '0', DRAIN_MS: '0' };
  const dataDir = path.join(dir, 'data');
  const env = { ...common, AMQP_PREFIX: `${run}.`, REDIS_PREFIX: `${run}:` };
  const platform = cleanup.use(await startProcesses({ dataDir, amqpUrl, redisUrl, readyMs: 90_000, env }));
  const empty = supervise({
    name: 'empty',
    script: fileURLToPath(new URL('./empty-service.ts', import.meta.url)),
    env: {
      ...common,
      PORT: '0',
      DATA_DIR: dataDir,
      MONGODB_URI: platform.mongoUrl,
      DB_SUFFIX: '_empty',
      AMQP_URL: amqpUrl,
      AMQP_PREFIX: `${run}-empty.`,
      REDIS_URL: redisUrl,
      REDIS_PREFIX: `${run}-empty:`,
      IDENTITY_URL: platform.services.identity,
      INTERNAL_SECRET: platform.secrets.INTERNAL_SECRET,
    },
    logFile: path.join(dataDir, 'logs', 'empty.log'),
  });
  cleanup.defer(() => empty.stop());
  await sleep(IDLE_MS);

  const parts = { empty, ...Object.fromEntries(serviceNames.map((name) => [name, platform.parts[name]])) };
  const samples = new Map(Object.keys(parts).map((name) => [name, [] as number[]]));
  for (let n = 0; n < SAMPLES; n += 1) {
    for (const [name, part] of Object.entries(parts)) samples.get(name)?.push(ownMemory(part.pid()));
    await sleep(SAMPLE_MS);
  }
  if (empty.starts() !== 1) throw new Error(`the empty service started ${empty.starts()} times`);
  const base = middle(samples.get('empty') ?? []);
  let above = 0;
  for (const [name, values] of samples) {
    const more = middle(values) - base;
    const aim = AIMS_MB[name];
    if (aim !== undefined && more > aim) above += 1;
    const line = [
      name.padEnd(18),
      middle(values).toFixed(1).padStart(7),
      `${more < 0 ? '' : '+'}${more.toFixed(1)}`.padStart(7),
    ];
    process.stdout.write(`${line.join(' ')} MB${aim === undefined ? '' : `  aim +${aim}`}\n`);
  }
  return above;
};

const dir = mkdtempSync(path.join(tmpdir(), 'satrangi-idle-'));
const cleanup = new AsyncDisposableStack();
const above = await measure(dir, cleanup).finally(() => cleanup.disposeAsync());
rmSync(dir, { recursive: true, force: true });
process.exit(above === 0 ? 0 : 1);
