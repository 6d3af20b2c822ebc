/** Proxying of requests and responses: framing, hop-by-hop headers, aborts. */
import { request as openRequest } from 'node:http';
import { connect } from 'node:net';
import { expect, it, vi } from 'vitest';
import { startFixture, startServer } from './fixture.ts';

/** Sends raw bytes and reads until the server closes the connection. */
const sendRaw = (url: string, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) });
    let received = '';
    socket.on('data', (part: Buffer) => {
      received += part.toString('latin1');
    });
    socket.once('close', () => resolve(received));
    socket.once('error', reject);
    socket.write(text);
  });

it('a client cannot remove content-length with the connection header: no request smuggling (S35)', async () => {
  await using fixture = await startFixture();
  const hidden = 'GET /payments/orders/hidden HTTP/1.1\r\nhost: a\r\n\r\n';

  await sendRaw(
    fixture.gateway.url,
    `GET /api/payments/options HTTP/1.1\r\nhost: a\r\nconnection: close, content-length\r\ncontent-length: ${hidden.length}\r\n\r\n${hidden}`,
  );
  await fixture.get('/api/payments/options');

  expect(fixture.services.payments.requests.map(({ url, body }) => [url, body.toString()])).toEqual([
    ['/payments/options', hidden],
    ['/payments/options', ''],
  ]);
});

it('hop-by-hop headers are removed in both directions; a chunked body is forwarded completely', async () => {
  await using fixture = await startFixture();
  fixture.services.payments.answer = (_request, response) => {
    response.writeHead(200, { 'keep-alive': 'timeout=99', server: 'inside', 'proxy-authenticate': 'Basic' });
    response.write('first, ');
    response.end('last');
  };

  const answer = await sendRaw(
    fixture.gateway.url,
    'POST /api/payments/confirm HTTP/1.1\r\nhost: a\r\nconnection: close\r\nte: trailers\r\nupgrade: websocket\r\ntransfer-encoding: chunked\r\n\r\n5\r\nabcde\r\n2\r\nfg\r\n0\r\n\r\n',
  );

  const [forwarded] = fixture.services.payments.requests;
  expect(forwarded?.body.toString()).toBe('abcdefg');
  expect(Object.keys(forwarded?.headers ?? {})).not.toEqual(expect.arrayContaining(['te']));
  expect(forwarded?.headers).not.toHaveProperty('upgrade');
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(answer).toContain('last');
  expect(answer.toLowerCase()).not.toMatch(/server:|proxy-authenticate|timeout=99/);
});

it('a write without a body has content-length 0; HEAD gets no body', async () => {
  await using fixture = await startFixture();
  const call = (method: string, path: string) => fetch(fixture.gateway.url + path, { method });

  await call('POST', '/api/payments/confirm');
  const head = await call('HEAD', '/api/payments/options');

  expect(
    fixture.services.payments.requests.map(({ method, headers }) => [method, headers['content-length']]),
  ).toEqual([
    ['POST', '0'],
    ['HEAD', undefined],
  ]);
  expect([head.status, await head.text()]).toEqual([200, '']);
});

it('an early response of a service is passed on before its request is complete', async () => {
  await using payments = await startServer((_incoming, response) => {
    response.writeHead(413, { 'content-type': 'application/json' }).end('{"code":"too-large"}');
  });
  await using fixture = await startFixture({ PAYMENTS_URL: payments.url });
  const size = 900 * 1024;

  const answer = await fetch(`${fixture.gateway.url}/api/payments/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: 'x'.repeat(size),
  });

  expect([answer.status, await answer.json()]).toEqual([413, { code: 'too-large' }]);
});

it('a truncated response is truncated for the client, too', async () => {
  await using payments = await startServer((_incoming, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy());
  });
  await using fixture = await startFixture({ PAYMENTS_URL: payments.url });

  const half = await fixture.get('/api/payments/options');

  await expect(half.text()).rejects.toThrow();
});

it('a client abort ends the upstream request and does not open the circuit breaker', async () => {
  let waiting = 0;
  await using payments = await startServer((incoming, response) => {
    if (!incoming.url?.includes('silent')) return void response.end('{}');
    waiting += 1;
    response.on('close', () => {
      waiting -= 1;
    });
  });
  await using fixture = await startFixture({ PAYMENTS_URL: payments.url });
  const shutdown = Array.from({ length: 8 }, () =>
    openRequest(`${fixture.gateway.url}/api/payments/options?silent=1`)
      .on('error', () => {})
      .end(),
  );
  await vi.waitFor(() => expect(waiting).toBe(8), { timeout: 10_000 });

  for (const visitor of shutdown) visitor.destroy();

  await vi.waitFor(() => expect(waiting).toBe(0), { timeout: 10_000 });
  expect((await fixture.get('/api/payments/options')).status).toBe(200);
});
