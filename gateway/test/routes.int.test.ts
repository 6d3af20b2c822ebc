import { type Endpoint, forEachService, services } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { publishSigningKeys } from './event-stream-client.ts';
import { startFixture } from './fixture.ts';

it('forwards a request to the service whose contract has the path', async () => {
  await using fixture = await startFixture();

  const { bearerOf } = await publishSigningKeys(fixture.services.identity);
  await fixture.get('/api/payments/mine', bearerOf('asha'));
  await fixture.get('/api/library/access/m1?format=text');

  expect(fixture.services.payments.requests.map(({ url }) => url)).toEqual(['/payments/mine']);
  expect(fixture.services.library.requests.map(({ url }) => url)).toEqual(['/library/access/m1?format=text']);
});

it('requests to every service, short and long, leave no warning of the process', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error): void => void warnings.push(warning);
  process.on('warning', note);
  using _ = { [Symbol.dispose]: () => process.off('warning', note) };
  await using fixture = await startFixture();
  const { bearerOf } = await publishSigningKeys(fixture.services.identity);
  const isLong = ({ kind }: Endpoint): boolean => kind === 'stream' || kind === 'upload';
  const chosen = Object.values(services).flatMap(({ api }) => {
    // a union of apis has no common names
    const endpoints = (Object.values(api) as Endpoint[]).filter(
      ({ access, method, kind }) =>
        access !== 'service' && kind !== 'live' && (method === 'GET' || kind === 'upload'),
    );
    return [endpoints.find((each) => !isLong(each)), endpoints.find(isLong)];
  });

  for (const endpoint of chosen.filter((each) => each !== undefined))
    await fetch(`${fixture.gateway.url}/api${endpoint.path.replaceAll(/:\w+/g, 'x')}`, {
      method: endpoint.method,
      headers: bearerOf('asha', 'ADMIN'),
    });

  const reached = Object.values(fixture.services).filter(({ requests }) => requests.length > 0);
  expect(reached).toHaveLength(Object.keys(services).length);
  expect(warnings).toEqual([]);
});

it.each([
  '/api/secret',
  '/api/internal/people?ids=u1',
  '/api/internal/catalog/holdings/u1',
  '/api/internal/library/holdings/u1',
  '/api/internal/payments/holdings/u1?tokenVersion=1',
  '/internal/payments/holdings/u1',
  '/api/health/ready',
  '/api/metrics',
  '/metrics',
  '/api//ebooks',
  '/api/%2e%2e/metrics',
])('%s gets 404 as JSON and reaches no service (GTW-04, GTW-05)', async (path) => {
  await using fixture = await startFixture();

  const response = await fixture.get(path);

  expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  expect(await response.json()).toMatchObject({
    code: 'not-found',
    error: 'Not found',
    message: 'Not found',
  });
  expect(Object.values(fixture.services).flatMap(({ requests }) => requests)).toEqual([]);
});

it('an unsupported method gets 405 with allow', async () => {
  await using fixture = await startFixture();

  const response = await fetch(`${fixture.gateway.url}/api/users/login`, { method: 'DELETE' });

  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('POST');
});

it('identity headers of the client are replaced by the verified identity (GTW-18, S34)', async () => {
  await using fixture = await startFixture();
  const { bearerOf } = await publishSigningKeys(fixture.services.identity);
  const { authorization = '' } = bearerOf('asha');

  await fixture.get('/api/library', {
    'x-user-id': 'admin',
    'x-role': 'ADMIN',
    'x-internal-secret': 'guess',
    'x-client-ip': '1.2.3.4',
    'x-forwarded-for': '1.2.3.4',
    'x-forwarded-host': 'evil.example',
    'x-request-id': 'short',
    authorization,
  });

  const [forwarded] = fixture.services.library.requests;
  expect(forwarded?.headers).toMatchObject({
    'x-internal-secret': 'a-secret-between-services',
    'x-client-ip': '127.0.0.1',
    'x-user-id': 'asha',
    authorization,
  });
  for (const name of ['x-role', 'x-forwarded-for', 'x-forwarded-host'])
    expect(forwarded?.headers).not.toHaveProperty(name);
  expect(forwarded?.headers['x-request-id']).toMatch(/^[\w-]{20,}$/);
});

it('webhook bodies reach payments unchanged', async () => {
  await using fixture = await startFixture();
  const body = Buffer.from('{ "b":1,\n  "a" : "\\u20b9" }');

  await fetch(`${fixture.gateway.url}/api/payments/webhooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=x' },
    body,
  });

  expect(fixture.services.payments.requests[0]?.body.equals(body)).toBe(true);
  expect(fixture.services.payments.requests[0]?.headers['stripe-signature']).toBe('t=1,v1=x');
});

it('one service down: 503 for its routes only, at once, without its address (GTW-20, P27)', async () => {
  await using fixture = await startFixture();
  const { bearerOf } = await publishSigningKeys(fixture.services.identity);
  await fixture.services.payments[Symbol.asyncDispose]();

  const answers = [];
  for (let round = 0; round < 8; round += 1)
    answers.push(await fixture.get('/api/payments/mine?token=SECRET123', bearerOf('asha')));
  const other = await fixture.get('/api/library', bearerOf('asha'));

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  expect(other.status).toBe(200);
  for (const answer of answers) {
    expect(answer.headers.get('retry-after')).toBeTruthy();
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({ code: 'unavailable' });
    expect(text).not.toMatch(/SECRET123|127\.0\.0\.1|ECONN/);
  }
});

it('CORS allows only configured origins, and Allow-Credentials for them (GTW-10, S25)', async () => {
  await using fixture = await startFixture({ ALLOWED_ORIGINS: 'https://shop.example' });

  const evil = await fixture.get('/api/library', { origin: 'https://shop.example.evil.example' });
  const none = await fixture.get('/api/library', { origin: 'null' });
  const good = await fixture.get('/api/library', { origin: 'https://shop.example' });
  const hot = await fixture.get('/api/ebooks', { origin: 'https://shop.example' });

  expect(evil.headers.get('access-control-allow-origin')).toBeNull();
  expect(none.headers.get('access-control-allow-origin')).toBeNull();
  expect(good.headers.get('access-control-allow-origin')).toBe('https://shop.example');
  expect(good.headers.get('access-control-allow-credentials')).toBe('true');
  expect(hot.headers.get('access-control-allow-origin')).toBe('https://shop.example');
});

it('300 requests per minute per address; beyond it 429 JSON with Retry-After (GTW-19)', async () => {
  await using fixture = await startFixture();
  const { bearerOf } = await publishSigningKeys(fixture.services.identity);
  const headers = bearerOf('asha');

  const statuses = [];
  for (let call = 0; call < 302; call += 1)
    statuses.push((await fixture.get('/api/payments/mine', headers)).status);
  const refused = await fixture.get('/api/payments/mine', headers);

  expect(statuses).toEqual([...Array<number>(300).fill(200), 429, 429]);
  expect(refused.headers.get('retry-after')).toBe('60');
  expect(await refused.json()).toMatchObject({ error: 'Too many requests. Try again later.' });
});

it('every response has the security headers (GTW-21)', async () => {
  await using fixture = await startFixture();

  for (const path of ['/api/library', '/api/ebooks', '/api/nope', '/api/geo/ip', '/nowhere']) {
    const { headers } = await fixture.get(path);
    expect(headers.get('content-security-policy'), path).toContain("object-src 'none'");
    expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'self'");
    expect(headers.get('content-security-policy'), path).toContain('https://js.stripe.com');
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    expect(headers.get('referrer-policy'), path).toBe('no-referrer');
    expect(headers.get('x-powered-by'), path).toBeNull();
    expect(headers.get('x-request-id'), path).toBeTruthy();
  }
});

it('GET /geo/ip returns country_code; private addresses are IN (GTW-02, GTW-16)', async () => {
  await using fixture = await startFixture();

  expect(await (await fixture.get('/api/geo/ip')).json()).toEqual({ country_code: 'IN' });
});

it('the country header of a trusted proxy is used, that of a client is not (GTW-16)', async () => {
  await using trusting = await startFixture({ TRUST_PROXY: '1', COUNTRY_HEADER: 'x-country' });
  await using alone = await startFixture({ COUNTRY_HEADER: 'x-country' });

  expect(await (await trusting.get('/api/geo/ip', { 'x-country': 'us' })).json()).toEqual({
    country_code: 'US',
  });
  expect(await (await alone.get('/api/geo/ip', { 'x-country': 'us' })).json()).toEqual({
    country_code: 'IN',
  });
});

it('readiness requires every service and lists each (GTW-20)', async () => {
  await using fixture = await startFixture();
  fixture.services.catalog.answer = (_request, response) => {
    response.statusCode = 503;
    response.end('{}');
  };
  const services = forEachService((name) => (name === 'catalog' ? 'down' : 'up'));

  const response = await fixture.get('/api/readyz');

  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({
    ok: false,
    services,
  });
  const alive = await fixture.get('/api/healthz');
  expect([alive.status, await alive.json()]).toEqual([200, { ok: true, services }]);
});

it('refuses the sandbox in production', async () => {
  await expect(startFixture({ NODE_ENV: 'production', SANDBOX_URL: 'http://127.0.0.1:1' })).rejects.toThrow(
    /sandbox/,
  );
});

it('refuses a clock skew in production', async () => {
  await expect(startFixture({ NODE_ENV: 'production', CLOCK_SKEW_MS: '1000' })).rejects.toThrow(
    /CLOCK_SKEW_MS/,
  );
});

it('the country of a public address is read from the local table (GTW-16)', async () => {
  await using fixture = await startFixture({ TRUST_PROXY: '1' });

  const countries = [];
  for (const address of ['8.8.8.8', '212.58.244.20', '10.1.2.3', 'not an address'])
    countries.push(await (await fixture.get('/api/geo/ip', { 'x-forwarded-for': address })).json());

  expect(countries.map((answer) => (answer as { country_code: string }).country_code)).toEqual([
    'US',
    'GB',
    'IN',
    'IN',
  ]);
});

it('CORS: a configured origin requests the country with credentials (GTW-02)', async () => {
  await using fixture = await startFixture({ ALLOWED_ORIGINS: 'https://shop.example' });

  const { headers } = await fixture.get('/api/geo/ip', { origin: 'https://shop.example' });

  expect(headers.get('access-control-allow-credentials')).toBe('true');
});

it('the login rate limit is stricter and counted separately (GTW-19)', async () => {
  await using fixture = await startFixture({ LIMIT_LOGIN_PER_MINUTE: '3' });
  const login = () =>
    fetch(`${fixture.gateway.url}/api/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });

  const statuses = [];
  for (let call = 0; call < 5; call += 1) statuses.push((await login()).status);

  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  expect((await fixture.get('/api/payments/options')).status).toBe(200);
});
