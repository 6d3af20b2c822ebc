import { connect } from 'node:net';
import { expect, it, vi } from 'vitest';
import { startWorld, type World } from './fixture.ts';
import { ownMemory, spreadOf } from './metrics.ts';

const READERS = process.env.SIZE === 'nightly' ? 1_000 : 50;
const STUCK = READERS / 10;
const GOOD = READERS - STUCK;
const LETTER = 'x'.repeat(128 * 1024);
const ROUND = 40;
/** 1 MB waits in the gateway; what the system itself takes for each, some MB before that, is not for us to say. */
const MOST_BYTES = 16 * 1024 * 1024;
const PATIENCE = { timeout: 60_000, interval: 2 };

const openStream = (world: World) => {
  const { hostname, port } = new URL(world.gateway.url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  socket.write('GET /api/updates/stream HTTP/1.1\r\nhost: x\r\n\r\n');
  return socket;
};

/** Reads the end of each message only: so long a text need not be understood to be heard once and in its turn. */
const openReader = (world: World, hear: (n: number) => void) => {
  const heard: number[] = [];
  let rest = '';
  const socket = openStream(world).on('data', (part: Buffer) => {
    const text = rest + part.toString('latin1');
    let read = 0;
    for (const { 1: n, 0: end, index } of text.matchAll(/x m(\d+)"\}\n\n/g)) {
      heard.push(Number(n));
      hear(Number(n));
      read = index + end.length;
    }
    rest = text.slice(Math.max(read, text.length - 20));
  });
  return { heard, socket };
};

it(`${STUCK} of ${READERS} readers do not read: they are let go, the others hear everything once and in order (P24)`, async ({
  annotate,
}) => {
  await using world = await startWorld({
    STREAMS_PER_ADDRESS: String(READERS + 1),
    CONNECTIONS_PER_ADDRESS: '10000',
  });
  const openStreams = async () =>
    Number(
      /gateway_streams (\d+)/.exec(
        await (await world.get('/metrics', { 'x-internal-secret': 'a-secret-between-services' })).text(),
      )?.[1],
    );
  let said = 0;
  let saidAt = 0;
  let times: number[] = [];
  const good = Array.from({ length: GOOD }, () =>
    openReader(world, () => void times.push(performance.now() - saidAt)),
  );
  await vi.waitFor(async () => expect(await openStreams()).toBe(GOOD), PATIENCE);
  const say = async () => {
    saidAt = performance.now();
    await world.live.say({ type: 'ebook-updated', id: `${LETTER} m${said}` }, { to: 'everyone' });
    said += 1;
    await vi.waitFor(() => {
      const waiting = good.filter(({ heard }) => heard.length < said).length;
      if (waiting > 0) throw new Error(`${waiting} readers have not heard message ${said - 1}`);
    }, PATIENCE);
  };

  for (let n = 0; n < ROUND; n += 1) await say();
  // the first round was the one in which everything was slow once
  times = [];
  for (let n = 0; n < ROUND; n += 1) await say();
  await annotate(`all read: ${spreadOf(times)}, ${ownMemory()}`, 'told');

  times = [];
  const stuck = Array.from({ length: STUCK }, () => openStream(world).pause());
  await vi.waitFor(async () => expect(await openStreams()).toBe(READERS), PATIENCE);
  const first = said;
  while ((await openStreams()) > GOOD && (said - first) * LETTER.length < MOST_BYTES) await say();

  expect(await openStreams()).toBe(GOOD);
  await annotate(
    `${STUCK} stuck, gone after ${said - first} messages: ${spreadOf(times)}, ${ownMemory()}`,
    'told',
  );
  await say();
  const everything = Array.from({ length: said }, (_, n) => n);
  for (const { heard } of good) expect(heard).toEqual(everything);
  for (const { socket } of [...good, ...stuck.map((socket) => ({ socket }))]) socket.destroy();
}, 300_000);
