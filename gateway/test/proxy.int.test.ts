/** Requests and answers on their way through: framing, headers of one connection, and what breaks off. */
import { request as openRequest } from 'node:http';
import { connect } from 'node:net';
import { expect, it, vi } from 'vitest';
import { startServer, startWorld } from './fixture.ts';

/** Writes it as it stands and reads until the other side ends. */
const say = (url: string, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) });
    let heard = '';
    socket.on('data', (part: Buffer) => {
      heard += part.toString('latin1');
    });
    socket.once('close', () => resolve(heard));
    socket.once('error', reject);
    socket.write(text);
  });

it('a visitor can not take the length of a body away from it: one request is one request (S35)', async () => {
  await using world = await startWorld();
  const hidden = 'GET /payments/orders/hidden HTTP/1.1\r\nhost: a\r\n\r\n';

  await say(
    world.gateway.url,
    `GET /api/payments/options HTTP/1.1\r\nhost: a\r\nconnection: close, content-length\r\ncontent-length: ${hidden.length}\r\n\r\n${hidden}`,
  );
  await world.get('/api/payments/options');

  expect(world.services.payments.heard.map(({ url, body }) => [url, body.toString()])).toEqual([
    ['/payments/options', hidden],
    ['/payments/options', ''],
  ]);
});

it('headers of one connection end at it, both ways; a body of unknown length arrives whole', async () => {
  await using world = await startWorld();
  world.services.payments.answer = (_heard, response) => {
    response.writeHead(200, { 'keep-alive': 'timeout=99', server: 'inside', 'proxy-authenticate': 'Basic' });
    response.write('first, ');
    response.end('last');
  };

  const answer = await say(
    world.gateway.url,
    'POST /api/payments/confirm HTTP/1.1\r\nhost: a\r\nconnection: close\r\nte: trailers\r\nupgrade: websocket\r\ntransfer-encoding: chunked\r\n\r\n5\r\nabcde\r\n2\r\nfg\r\n0\r\n\r\n',
  );

  const [heard] = world.services.payments.heard;
  expect(heard?.body.toString()).toBe('abcdefg');
  expect(Object.keys(heard?.headers ?? {})).not.toEqual(expect.arrayContaining(['te']));
  expect(heard?.headers).not.toHaveProperty('upgrade');
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(answer).toContain('last');
  expect(answer.toLowerCase()).not.toMatch(/server:|proxy-authenticate|timeout=99/);
});

it('a write without a body says so, and HEAD is answered with a length and no body', async () => {
  await using world = await startWorld();
  const call = (method: string, path: string) => fetch(world.gateway.url + path, { method });

  await call('POST', '/api/payments/confirm');
  const head = await call('HEAD', '/api/payments/options');

  expect(
    world.services.payments.heard.map(({ method, headers }) => [method, headers['content-length']]),
  ).toEqual([
    ['POST', '0'],
    ['HEAD', undefined],
  ]);
  expect([head.status, await head.text()]).toEqual([200, '']);
});

it('a service that answers before it has read everything is heard', async () => {
  await using payments = await startServer((_incoming, response) => {
    response.writeHead(413, { 'content-type': 'application/json' }).end('{"code":"too-large"}');
  });
  await using world = await startWorld({ PAYMENTS_URL: payments.url });
  const size = 900 * 1024;

  const answer = await fetch(`${world.gateway.url}/api/payments/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: 'x'.repeat(size),
  });

  expect([answer.status, await answer.json()]).toEqual([413, { code: 'too-large' }]);
});

it('an answer that breaks off is broken for the visitor, too', async () => {
  await using payments = await startServer((_incoming, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy());
  });
  await using world = await startWorld({ PAYMENTS_URL: payments.url });

  const half = await world.get('/api/payments/options');

  await expect(half.text()).rejects.toThrow();
});

it('a visitor who leaves is gone for the service, and says nothing about it', async () => {
  let waiting = 0;
  await using payments = await startServer((incoming, response) => {
    if (!incoming.url?.includes('silent')) return void response.end('{}');
    waiting += 1;
    response.on('close', () => {
      waiting -= 1;
    });
  });
  await using world = await startWorld({ PAYMENTS_URL: payments.url });
  const leaving = Array.from({ length: 8 }, () =>
    openRequest(`${world.gateway.url}/api/payments/options?silent=1`)
      .on('error', () => {})
      .end(),
  );
  await vi.waitFor(() => expect(waiting).toBe(8), { timeout: 10_000 });

  for (const visitor of leaving) visitor.destroy();

  await vi.waitFor(() => expect(waiting).toBe(0), { timeout: 10_000 });
  expect((await world.get('/api/payments/options')).status).toBe(200);
});
