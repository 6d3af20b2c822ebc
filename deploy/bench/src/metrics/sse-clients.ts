import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openLiveLog } from '@satrangi/chassis';
import { liveTypes, serviceUrls } from '@satrangi/contracts';
import { flagsOf, freePorts, until } from '@satrangi/start';
import { cpuOf, memoryOf } from '../memory.ts';
import { type Measured, summary } from '../metric.ts';
import type { Settings } from '../settings.ts';

const CLIENTS = 10_000;
const MESSAGES = 20;
/** One source address has too few ports, so clients use several. */
const ADDRESSES = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'] as const;
const OPEN_AT_ONCE = 200;
const OPEN_WITHIN_MS = 60_000;
const RECEIVED_WITHIN_MS = 15_000;
const QUIET_MS = 1_500;
const MAIN = fileURLToPath(new URL('../../../../gateway/src/main.ts', import.meta.url));

type Client = { readonly socket: Socket; isOpen: boolean; next: number; rest: string };

/** One gateway process without services: streams need none. */
const startGateway = async (settings: Settings, prefix: string, port: number): Promise<ChildProcess> => {
  const nowhere = 'http://127.0.0.1:9';
  const child = spawn(process.execPath, [...flagsOf('gateway'), MAIN], {
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'test',
      LOG_LEVEL: 'info',
      PORT: String(port),
      REDIS_URL: settings.redisUrl,
      REDIS_PREFIX: prefix,
      ...serviceUrls(() => nowhere),
      INTERNAL_SECRET: 'bench-internal-secret',
      STREAMS_PER_ADDRESS: String(CLIENTS),
      CONNECTIONS_PER_ADDRESS: String(2 * CLIENTS),
      DRAIN_MS: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const [part] of child.stdout ? on(child.stdout) : [])
    if (String(part).includes('listening')) break;
  child.stdout?.resume();
  return child;
};

async function* on(stream: NodeJS.ReadableStream): AsyncGenerator<[unknown]> {
  for (;;) yield (await once(stream, 'data')) as [unknown];
}

/** What the clients have seen so far. */
type Seen = { opened: number; received: number; wrong: number; publishedAt: number; times: number[] };
type LiveLog = Awaited<ReturnType<typeof openLiveLog>>;
type Note = (connection: string) => void;

const MARK = /"id":"m(\d+)"/g;

/** Counts the messages in what a client receives, and their times. */
const readPart = (seen: Seen, client: Client, part: Buffer): void => {
  const text = client.rest + part.toString('latin1');
  if (!client.isOpen && text.startsWith('HTTP/1.1 200')) {
    client.isOpen = true;
    seen.opened += 1;
  }
  const end = text.lastIndexOf('\n\n');
  client.rest = end < 0 ? text : text.slice(end + 2);
  if (end < 0) return;
  for (const [, n] of text.slice(0, end).matchAll(MARK)) {
    seen.received += 1;
    if (Number(n) !== client.next) seen.wrong += 1;
    client.next = Number(n) + 1;
    seen.times.push(performance.now() - seen.publishedAt);
  }
};

/** Opens all streams, a few hundred at a time. */
const openStreams = async (port: number, clients: Client[], seen: Seen): Promise<void> => {
  for (let n = 0; n < CLIENTS; n += 1) {
    const localAddress = ADDRESSES[n % ADDRESSES.length] ?? ADDRESSES[0];
    const socket = connect({ host: '127.0.0.1', port, localAddress, noDelay: true });
    const client: Client = { socket, isOpen: false, next: 0, rest: '' };
    clients.push(client);
    socket.on('error', () => {});
    socket.on('data', (part: Buffer) => readPart(seen, client, part));
    socket.write('GET /api/updates/stream HTTP/1.1\r\nhost: bench\r\naccept: text/event-stream\r\n\r\n');
    if (n % OPEN_AT_ONCE === OPEN_AT_ONCE - 1)
      await until('streams open', async () => seen.opened > n - 2 * OPEN_AT_ONCE, OPEN_WITHIN_MS, 2);
  }
  await until(`${CLIENTS} streams are open`, async () => seen.opened === CLIENTS, OPEN_WITHIN_MS, 10);
};

/** Publishes all messages, each when every stream has the one before. @returns the time that this took */
const publishAll = async (live: LiveLog, seen: Seen, note: Note): Promise<number> => {
  let busyMs = 0;
  for (let n = 0; n < MESSAGES; n += 1) {
    seen.publishedAt = performance.now();
    await live.publish({ type: liveTypes.ebookUpdated, id: `m${n}` }, { to: 'everyone' });
    const all = (n + 1) * CLIENTS;
    await until(
      `every stream has received message ${n}`,
      async () => seen.received >= all,
      RECEIVED_WITHIN_MS,
      2,
    ).catch((error: Error) => note(`${error.message}: ${all - seen.received} did not`));
    busyMs += performance.now() - seen.publishedAt;
    await sleep(200);
  }
  return busyMs;
};

/**
 * Ten thousand event streams at one gateway process. A time is from publish to receipt by one stream; errors are
 * messages that are missing, duplicated or out of order.
 */
export const sseClients = async (settings: Settings, note: Note): Promise<Measured> => {
  const prefix = `bench-sse-${process.pid}:`;
  await using cleanup = new AsyncDisposableStack();
  const [port = 0] = await freePorts(1);
  const gateway = await startGateway(settings, prefix, port);
  const pid = gateway.pid ?? 0;
  cleanup.defer(async () => {
    const gone = once(gateway, 'exit');
    gateway.kill('SIGKILL');
    await gone;
  });
  const live = await openLiveLog(settings.redisUrl, { prefix });
  cleanup.defer(() => live.close());
  const clients: Client[] = [];
  cleanup.defer(() => {
    for (const { socket } of clients) socket.destroy();
  });

  const seen: Seen = { opened: 0, received: 0, wrong: 0, publishedAt: 0, times: [] };
  const began = performance.now();
  await openStreams(port, clients, seen);
  note(
    `${CLIENTS} streams open in ${((performance.now() - began) / 1_000).toFixed(1)} s, ${memoryOf([pid])} MB`,
  );
  await until('the live log is there', async () => live.state() === 'up', 10_000, 10);

  const cpuBefore = cpuOf([pid]);
  const busyMs = await publishAll(live, seen, note);
  const cpuMs = cpuOf([pid]) - cpuBefore;
  await sleep(QUIET_MS);
  const missing = Math.max(0, MESSAGES * CLIENTS - seen.received);
  const run = { times: seen.times, seconds: busyMs / 1_000, errors: seen.wrong + missing, cpuMs };
  return summary('sse-clients', [run], memoryOf([pid]));
};
