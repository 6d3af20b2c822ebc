import { request, type ServerResponse } from 'node:http';
import { expect, it, vi } from 'vitest';
import { startServer, startWorld, type World } from './fixture.ts';
import { openRaw } from './raw-socket.ts';

const PATIENT = { timeout: 15_000, interval: 20 };

type Reply = { readonly status: number; readonly retryAfter: string | undefined };
const askFrom = (world: World, localAddress: string, headers: Record<string, string> = {}): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const url = `${world.gateway.url}/api/payments/options`;
    request(url, { localAddress, headers, agent: false }, (answer) =>
      answer
        .resume()
        .on('end', () =>
          resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] }),
        ),
    )
      .on('error', reject)
      .end();
  });

/** A service that answers when the test says. */
const startPatient = async () => {
  const waiting: ServerResponse[] = [];
  const server = await startServer((_incoming, response) => void waiting.push(response));
  return {
    ...server,
    waiting,
    answerAll: () => {
      for (const response of waiting.splice(0)) response.end('{}');
    },
  };
};

it('one address has so many requests answered at the same time; others are not concerned', async () => {
  await using payments = await startPatient();
  await using world = await startWorld({ PAYMENTS_URL: payments.url, IN_FLIGHT_PER_ADDRESS: '4' });
  const first = Array.from({ length: 4 }, () => askFrom(world, '127.0.0.1'));
  await vi.waitFor(() => expect(payments.waiting).toHaveLength(4), PATIENT);

  const refused = await askFrom(world, '127.0.0.1');
  const other = askFrom(world, '127.0.0.2');
  await vi.waitFor(() => expect(payments.waiting).toHaveLength(5), PATIENT);
  payments.answerAll();

  expect(refused).toEqual({ status: 429, retryAfter: '1' });
  expect((await Promise.all([...first, other])).map(({ status }) => status)).toEqual([
    200, 200, 200, 200, 200,
  ]);
  const again = askFrom(world, '127.0.0.1');
  await vi.waitFor(() => expect(payments.waiting).toHaveLength(1), PATIENT);
  payments.answerAll();
  expect((await again).status).toBe(200);
});

it('addresses of one IPv6 prefix are one visitor', async () => {
  await using payments = await startPatient();
  await using world = await startWorld({
    PAYMENTS_URL: payments.url,
    IN_FLIGHT_PER_ADDRESS: '2',
    TRUST_PROXY: '1',
  });
  const from = (address: string) => askFrom(world, '127.0.0.1', { 'x-forwarded-for': address });
  const first = [from('2001:db8:1:2::1'), from('2001:db8:1:2::2')];
  await vi.waitFor(() => expect(payments.waiting).toHaveLength(2), PATIENT);

  expect((await from('2001:db8:1:2:ffff::3')).status).toBe(429);
  const other = from('2001:db8:9::1');
  await vi.waitFor(() => expect(payments.waiting).toHaveLength(3), PATIENT);
  payments.answerAll();

  expect((await Promise.all([...first, other])).map(({ status }) => status)).toEqual([200, 200, 200]);
});

it('a connection that asks on and on without waiting for answers is closed; a few questions at once are answered', async () => {
  await using payments = await startPatient();
  await using world = await startWorld({ PAYMENTS_URL: payments.url });
  const question = 'GET /api/payments/options HTTP/1.1\r\nhost: x\r\n\r\n';
  const few = openRaw(world.gateway.url, question.repeat(6));
  await vi.waitFor(() => expect(payments.waiting).toHaveLength(6), PATIENT);
  payments.answerAll();

  const many = openRaw(world.gateway.url, question.repeat(40));

  await vi.waitFor(() => expect(many.isClosed()).toBe(true), PATIENT);
  await vi.waitFor(() => expect(few.answer().match(/HTTP\/1\.1 200/g)).toHaveLength(6), PATIENT);
  expect(payments.waiting.length).toBeLessThan(12);
  for (const { socket } of [few, many]) socket.destroy();
});

it('one address has so many connections; behind a trusted proxy, which has them all, they are not counted', async () => {
  await using alone = await startWorld({ CONNECTIONS_PER_ADDRESS: '5' });
  await using behind = await startWorld({ CONNECTIONS_PER_ADDRESS: '5', TRUST_PROXY: '1' });
  const open = (world: World) => Array.from({ length: 8 }, () => openRaw(world.gateway.url, ''));
  const [direct, proxied] = [open(alone), open(behind)];

  await vi.waitFor(() => expect(direct.filter(({ isClosed }) => isClosed())).toHaveLength(3), PATIENT);

  expect((await askFrom(alone, '127.0.0.3')).status).toBe(200);
  expect(proxied.filter(({ isClosed }) => isClosed())).toHaveLength(0);
  for (const { socket } of [...direct, ...proxied]) socket.destroy();
  await vi.waitFor(async () => expect((await askFrom(alone, '127.0.0.1')).status).toBe(200), PATIENT);
});
