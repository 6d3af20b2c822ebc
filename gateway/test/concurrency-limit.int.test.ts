import { request, type ServerResponse } from 'node:http';
import { expect, it, vi } from 'vitest';
import { type Fixture, startFixture, startServer } from './fixture.ts';
import { openRaw } from './raw-socket.ts';

const WAIT_OPTIONS = { timeout: 15_000, interval: 20 };

type Reply = { readonly status: number; readonly retryAfter: string | undefined };
const requestFrom = (
  fixture: Fixture,
  localAddress: string,
  headers: Record<string, string> = {},
): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const url = `${fixture.gateway.url}/api/payments/options`;
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

/** A service that answers on demand. */
const startPendingService = async () => {
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

it('concurrent requests of one address are limited; other addresses are not affected', async () => {
  await using payments = await startPendingService();
  await using fixture = await startFixture({ PAYMENTS_URL: payments.url, IN_FLIGHT_PER_ADDRESS: '4' });
  const first = Array.from({ length: 4 }, () => requestFrom(fixture, '127.0.0.1'));
  await vi.waitFor(() => expect(payments.waiting).toHaveLength(4), WAIT_OPTIONS);

  const refused = await requestFrom(fixture, '127.0.0.1');
  const other = requestFrom(fixture, '127.0.0.2');
  await vi.waitFor(() => expect(payments.waiting).toHaveLength(5), WAIT_OPTIONS);
  payments.answerAll();

  expect(refused).toEqual({ status: 429, retryAfter: '1' });
  expect((await Promise.all([...first, other])).map(({ status }) => status)).toEqual([
    200, 200, 200, 200, 200,
  ]);
  const again = requestFrom(fixture, '127.0.0.1');
  await vi.waitFor(() => expect(payments.waiting).toHaveLength(1), WAIT_OPTIONS);
  payments.answerAll();
  expect((await again).status).toBe(200);
});

it('addresses of one IPv6 prefix share one limit', async () => {
  await using payments = await startPendingService();
  await using fixture = await startFixture({
    PAYMENTS_URL: payments.url,
    IN_FLIGHT_PER_ADDRESS: '2',
    TRUST_PROXY: '1',
  });
  const from = (address: string) => requestFrom(fixture, '127.0.0.1', { 'x-forwarded-for': address });
  const first = [from('2001:db8:1:2::1'), from('2001:db8:1:2::2')];
  await vi.waitFor(() => expect(payments.waiting).toHaveLength(2), WAIT_OPTIONS);

  expect((await from('2001:db8:1:2:ffff::3')).status).toBe(429);
  const other = from('2001:db8:9::1');
  await vi.waitFor(() => expect(payments.waiting).toHaveLength(3), WAIT_OPTIONS);
  payments.answerAll();

  expect((await Promise.all([...first, other])).map(({ status }) => status)).toEqual([200, 200, 200]);
});

it('a connection with too many pipelined requests is closed; a few are answered', async () => {
  await using payments = await startPendingService();
  await using fixture = await startFixture({ PAYMENTS_URL: payments.url });
  const pipelined = 'GET /api/payments/options HTTP/1.1\r\nhost: x\r\n\r\n';
  const few = openRaw(fixture.gateway.url, pipelined.repeat(6));
  await vi.waitFor(() => expect(payments.waiting).toHaveLength(6), WAIT_OPTIONS);
  payments.answerAll();

  const many = openRaw(fixture.gateway.url, pipelined.repeat(40));

  await vi.waitFor(() => expect(many.isClosed()).toBe(true), WAIT_OPTIONS);
  await vi.waitFor(() => expect(few.answer().match(/HTTP\/1\.1 200/g)).toHaveLength(6), WAIT_OPTIONS);
  expect(payments.waiting.length).toBeLessThan(12);
  for (const { socket } of [few, many]) socket.destroy();
});

it('connections of one address are limited, but not behind a trusted proxy', async () => {
  await using alone = await startFixture({ CONNECTIONS_PER_ADDRESS: '5' });
  await using behind = await startFixture({ CONNECTIONS_PER_ADDRESS: '5', TRUST_PROXY: '1' });
  const open = (fixture: Fixture) => Array.from({ length: 8 }, () => openRaw(fixture.gateway.url, ''));
  const [direct, proxied] = [open(alone), open(behind)];

  await vi.waitFor(() => expect(direct.filter(({ isClosed }) => isClosed())).toHaveLength(3), WAIT_OPTIONS);

  expect((await requestFrom(alone, '127.0.0.3')).status).toBe(200);
  expect(proxied.filter(({ isClosed }) => isClosed())).toHaveLength(0);
  for (const { socket } of [...direct, ...proxied]) socket.destroy();
  await vi.waitFor(
    async () => expect((await requestFrom(alone, '127.0.0.1')).status).toBe(200),
    WAIT_OPTIONS,
  );
});
