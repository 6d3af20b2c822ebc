import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publishSigningKeys } from './event-stream-client.ts';
import { type Fixture, startFixture } from './fixture.ts';

const allRequests = (fixture: Fixture) => Object.values(fixture.services).flatMap(({ requests }) => requests);

/** Sends raw bytes. Resolves to the bytes received until the connection closes. */
const sendRaw = (fixture: Fixture, text: string): Promise<string> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(fixture.gateway.url);
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.on('data', (part: Buffer) => {
      answer += part.toString();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
    socket.setTimeout(1_500, () => socket.destroy());
    socket.write(text);
  });
const statusOf = (answer: string): number => Number(answer.split(' ')[1]);
const bodyOf = (answer: string): unknown => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));

const post = 'POST /api/payments/webhooks/stripe HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';

it.each([
  ['two lengths', `${post}content-length: 2\r\ncontent-length: 30\r\n\r\n{}`],
  ['a length and chunks', `${post}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nG`],
  ['chunks and a length', `${post}transfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\nG`],
  ['an unknown transfer encoding', `${post}transfer-encoding: xchunked\r\n\r\n0\r\n\r\n`],
  [
    'two transfer encodings',
    `${post}transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n\r\n0\r\n\r\n`,
  ],
  ['a space before the colon', `${post}content-length : 2\r\n\r\n{}`],
  ['a length that is no number', `${post}content-length: 2x\r\n\r\n{}`],
  ['a header over two lines', `${post}x-a: 1\r\n content-length: 30\r\ncontent-length: 2\r\n\r\n{}`],
  [
    'a bare line feed in the headers',
    `${post}x-a: 1\ntransfer-encoding: chunked\r\ncontent-length: 2\r\n\r\n{}`,
  ],
  ['a chunk of a wrong size', `${post}transfer-encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n`],
  ['no HTTP at all', 'hello\r\n\r\n'],
])('an ambiguous request is refused: %s (S35)', async (_name, text) => {
  await using fixture = await startFixture();

  const answer = await sendRaw(fixture, `${text}GET /api/library HTTP/1.1\r\nhost: x\r\n\r\n`);

  expect(statusOf(answer)).toBe(400);
  expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  expect(bodyOf(answer)).toMatchObject({ code: 'validation-failed', requestId: expect.stringMatching(/./) });
  expect(allRequests(fixture).filter(({ url }) => url.includes('library'))).toEqual([]);
});

it('headers of 64 kB answer 431 as JSON, with the security headers (S35, GTW-05)', async () => {
  await using fixture = await startFixture();

  const answer = await sendRaw(
    fixture,
    `GET /api/ebooks HTTP/1.1\r\nhost: x\r\nx-big: ${'a'.repeat(65_536)}\r\n\r\n`,
  );

  expect(statusOf(answer)).toBe(431);
  expect(bodyOf(answer)).toMatchObject({ status: 431, code: 'headers-too-large' });
  expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff');
});

it.each(['TRACE', 'TRACK', 'PROPFIND'])('%s is refused with 405 or 400 everywhere (S35)', async (method) => {
  await using fixture = await startFixture();

  for (const path of ['/', '/api/ebooks', '/api/nowhere']) {
    const answer = await sendRaw(
      fixture,
      `${method} ${path} HTTP/1.1\r\nhost: x\r\ncookie: a=secret\r\nconnection: close\r\n\r\n`,
    );
    expect([400, 405], `${method} ${path}`).toContain(statusOf(answer));
    if (method === 'TRACE') expect(statusOf(answer)).toBe(405);
    expect(answer).not.toContain('secret');
  }
});

it('a JSON body of 2 MB answers 413 and reaches no service; 1 MB does (GTW-21, S35)', async () => {
  await using fixture = await startFixture();
  const send = (bytes: number) =>
    fetch(`${fixture.gateway.url}/api/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify('a'.repeat(bytes - 2)),
    });

  const [long, right] = [await send(2 * 1024 * 1024), await send(1024 * 1024)];

  expect([long.status, right.status]).toEqual([413, 200]);
  expect(await long.json()).toMatchObject({ code: 'too-large', error: 'Too large' });
  expect(fixture.services.identity.requests.map(({ body }) => body.length)).toEqual([1024 * 1024]);
});

it('authentication: a missing or invalid token is refused by the gateway; services verify it again (GTW-18)', async () => {
  await using fixture = await startFixture();
  const { tokenOf, bearerOf } = await publishSigningKeys(fixture.services.identity);
  const good = tokenOf('asha');
  const refused = [
    await fixture.get('/api/payments/mine'),
    await fixture.get('/api/payments/mine', { authorization: 'Bearer abc' }),
    await fixture.get('/api/payments/mine', { authorization: `Bearer ${good.slice(0, -4)}AAAA` }),
    await fixture.get('/api/payments/mine', { authorization: `Bearer ${tokenOf('asha', 'USER', -3_600)}` }),
  ];

  expect(
    await Promise.all(
      refused.map(async (answer) => [answer.status, ((await answer.json()) as { error: string }).error]),
    ),
  ).toEqual([
    [401, 'Sign in first'],
    [401, 'Invalid token'],
    [401, 'Invalid token'],
    [401, 'jwt expired'],
  ]);
  expect(fixture.services.payments.requests).toEqual([]);
  expect((await fixture.get('/api/payments/mine', bearerOf('asha'))).status).toBe(200);
  expect(fixture.services.payments.requests[0]?.headers).toMatchObject({
    'x-user-id': 'asha',
    authorization: expect.stringMatching(/^Bearer /),
  });
});

it('authentication is left to the services while the signing keys are unavailable', async () => {
  await using fixture = await startFixture();
  const { bearerOf } = await publishSigningKeys(fixture.services.identity);
  await fixture.services.identity[Symbol.asyncDispose]();

  expect((await fixture.get('/api/payments/mine', bearerOf('asha'))).status).toBe(200);
  expect(fixture.services.payments.requests[0]?.headers).not.toHaveProperty('x-user-id');
});

it('every endpoint works under /api and under /api/api (GTW-03)', async () => {
  await using fixture = await startFixture();

  for (const path of [
    '/api/ebooks/b1',
    '/api/api/ebooks/b1',
    '/api/library/access/b1',
    '/api/api/library/access/b1',
  ])
    expect((await fixture.get(path)).status, path).toBe(200);

  expect(allRequests(fixture).map(({ url }) => url)).toEqual([
    '/ebooks/b1',
    '/library/access/b1',
    '/library/access/b1',
  ]);
});

it('paths outside of /api serve the web app (GTW-17)', async () => {
  const dist = await mkdtemp(join(tmpdir(), 'pages-'));
  await writeFile(join(dist, 'index.html'), '<html><script id="site"></script><p>the shop</p></html>');
  await using fixture = await startFixture({ WEB_DIST: dist });

  const pages = {
    '/library': 200,
    '/newsletter': 200,
    '/blogs': 200,
    '/ebooks': 404,
    '/': 200,
    '/updates': 404,
  };
  for (const [path, status] of Object.entries(pages)) {
    const answer = await fixture.get(path);
    expect([answer.status, await answer.text()], path).toEqual([status, expect.stringContaining('the shop')]);
  }
  const unknown = await fixture.get('/api/nowhere');

  expect(unknown.headers.get('content-type')).toContain('application/problem+json');
  // the gateway reads titles for the head of a list by itself; requests that it passes on have the address of the client
  const passedOn = allRequests(fixture).filter(({ headers }) => headers['x-client-ip'] !== undefined);
  expect(passedOn).toEqual([]);
  await rm(dist, { recursive: true });
});

it('subresources have a policy that allows nothing; pages and workers have the full policy', async () => {
  const dist = await mkdtemp(join(tmpdir(), 'parts-'));
  const parts = ['assets/shop-BTHB3tBV.js', 'assets/shop-9choGx6y.css', 'assets/latin-QzsISlrf.woff2'];
  await mkdir(join(dist, 'assets'));
  const whole = ['index.html', 'icon.svg', 'pdf.worker.min-CIqJB0yW.mjs'];
  for (const name of [...parts, ...whole]) await writeFile(join(dist, name), '<p>anything</p>');
  await using fixture = await startFixture({ WEB_DIST: dist });
  const policyOf = async (name: string) =>
    (await fixture.get(`/${name}`)).headers.get('content-security-policy');

  for (const name of parts) expect(await policyOf(name), name).toBe("default-src 'none'");
  for (const name of [...whole, '']) expect(await policyOf(name), name).toContain("worker-src 'self'");
  await rm(dist, { recursive: true });
});

it('the request id is created or kept, forwarded, and part of errors, which disclose no internals (GTW-05, GTW-22, P29)', async () => {
  await using fixture = await startFixture();
  await fixture.services.payments[Symbol.asyncDispose]();
  fixture.services.library.answer = (_request, response) => void response.end('{}');
  const paths = [
    '/api/payments/options?token=SECRET',
    '/api/nowhere?token=SECRET',
    '/api/library/access/x?token=SECRET',
    '/api/ebooks/x?token=SECRET',
    '/api/users/login?token=SECRET',
    '/api/updates/stream?token=SECRET',
    '/api/users/export-all?token=SECRET',
  ];
  const { port } = new URL(fixture.gateway.url);
  const ports = [port, ...Object.values(fixture.services).map(({ url }) => new URL(url).port)];

  for (let round = 0; round < 300; round += 1) {
    const path = paths[round % paths.length] ?? '';
    const given = round % 2 === 0 ? randomUUID() : undefined;
    const method = round % 3 === 0 ? 'POST' : 'GET';
    const response = await fetch(fixture.gateway.url + path, {
      method,
      headers: given ? { 'x-request-id': given } : { 'x-request-id': `bad id ${'x'.repeat(round)}` },
    });
    const id = response.headers.get('x-request-id');
    expect(id, path).toMatch(/^[\w-]{8,64}$/);
    if (given) expect(id).toBe(given);
    const text = await response.text();
    if (response.status < 400) continue;
    expect((JSON.parse(text) as { requestId: string }).requestId, `${method} ${path}`).toBe(id);
    expect(text).not.toMatch(/SECRET|127\.0\.0\.1|ECONN|node_modules|\n\s+at /);
    for (const own of ports) expect(text).not.toContain(`:${own}`);
  }
  expect(
    fixture.services.library.requests.every(({ headers }) =>
      /^[\w-]{8,64}$/.test(String(headers['x-request-id'])),
    ),
  ).toBe(true);
});
