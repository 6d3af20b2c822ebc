import { connect } from 'node:net';
import { expect, it, vi } from 'vitest';
import { type Fixture, startFixture } from './fixture.ts';
import { memoryUsage, percentiles } from './metrics.ts';

const READERS = process.env.SIZE === 'nightly' ? 1_000 : 50;
const STALLED = READERS / 10;
const READING = READERS - STALLED;
const PADDING = 'x'.repeat(128 * 1024);
const ROUND = 40;
/** The gateway buffers 1 MB for each stream; kernel buffers take some MB more. */
const MOST_BYTES = 16 * 1024 * 1024;
const WAIT_OPTIONS = { timeout: 60_000, interval: 2 };

const openStream = (fixture: Fixture) => {
  const { hostname, port } = new URL(fixture.gateway.url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  socket.write('GET /api/updates/stream HTTP/1.1\r\nhost: x\r\n\r\n');
  return socket;
};

/** Parses only the number at the end of each message. */
const openReader = (fixture: Fixture, onMessage: (n: number) => void) => {
  const received: number[] = [];
  let rest = '';
  const socket = openStream(fixture).on('data', (part: Buffer) => {
    const text = rest + part.toString('latin1');
    let read = 0;
    for (const { 1: n, 0: end, index } of text.matchAll(/x m(\d+)"\}\n\n/g)) {
      received.push(Number(n));
      onMessage(Number(n));
      read = index + end.length;
    }
    rest = text.slice(Math.max(read, text.length - 20));
  });
  return { received, socket };
};

it(`${STALLED} of ${READERS} stream clients do not read: their streams close, the others receive every message once and in order (P24)`, async ({
  annotate,
}) => {
  await using fixture = await startFixture({
    STREAMS_PER_ADDRESS: String(READERS + 1),
    CONNECTIONS_PER_ADDRESS: '10000',
  });
  const openStreams = async () =>
    Number(
      /satrangi_gateway_streams\{[^}]*\} (\d+)/.exec(
        await (await fixture.get('/metrics', { 'x-internal-secret': 'a-secret-between-services' })).text(),
      )?.[1],
    );
  let published = 0;
  let publishedAt = 0;
  let times: number[] = [];
  const good = Array.from({ length: READING }, () =>
    openReader(fixture, () => void times.push(performance.now() - publishedAt)),
  );
  await vi.waitFor(async () => expect(await openStreams()).toBe(READING), WAIT_OPTIONS);
  const publish = async () => {
    publishedAt = performance.now();
    await fixture.live.publish({ type: 'ebook-updated', id: `${PADDING} m${published}` }, { to: 'everyone' });
    published += 1;
    await vi.waitFor(() => {
      const waiting = good.filter(({ received }) => received.length < published).length;
      if (waiting > 0) throw new Error(`${waiting} readers did not receive message ${published - 1}`);
    }, WAIT_OPTIONS);
  };

  for (let n = 0; n < ROUND; n += 1) await publish();
  // the first round is a warm-up
  times = [];
  for (let n = 0; n < ROUND; n += 1) await publish();
  await annotate(`all read: ${percentiles(times)}, ${memoryUsage()}`, 'metrics');

  times = [];
  const stalled = Array.from({ length: STALLED }, () => openStream(fixture).pause());
  await vi.waitFor(async () => expect(await openStreams()).toBe(READERS), WAIT_OPTIONS);
  const first = published;
  while ((await openStreams()) > READING && (published - first) * PADDING.length < MOST_BYTES)
    await publish();

  expect(await openStreams()).toBe(READING);
  await annotate(
    `${STALLED} stalled, closed after ${published - first} messages: ${percentiles(times)}, ${memoryUsage()}`,
    'metrics',
  );
  await publish();
  const everything = Array.from({ length: published }, (_, n) => n);
  for (const { received } of good) expect(received).toEqual(everything);
  for (const { socket } of [...good, ...stalled.map((socket) => ({ socket }))]) socket.destroy();
}, 300_000);
