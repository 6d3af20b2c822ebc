import { forEachService } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { withKeys } from './event-stream-client.ts';
import { startWorld } from './fixture.ts';

it('sends a call to the service whose contract names the path', async () => {
  await using world = await startWorld();

  const { bearerOf } = await withKeys(world.services.identity);
  await world.get('/api/payments/mine', bearerOf('asha'));
  await world.get('/api/library/access/m1?format=text');

  expect(world.services.payments.heard.map(({ url }) => url)).toEqual(['/payments/mine']);
  expect(world.services.library.heard.map(({ url }) => url)).toEqual(['/library/access/m1?format=text']);
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
])('%s is not offered: JSON 404, never HTML, and no service hears of it (GTW-04, GTW-05)', async (path) => {
  await using world = await startWorld();

  const response = await world.get(path);

  expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  expect(await response.json()).toMatchObject({
    code: 'not-found',
    error: 'Not found',
    message: 'Not found',
  });
  expect(Object.values(world.services).flatMap(({ heard }) => heard)).toEqual([]);
});

it('a method nobody offers answers 405 and says which are', async () => {
  await using world = await startWorld();

  const response = await fetch(`${world.gateway.url}/api/users/login`, { method: 'DELETE' });

  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('POST');
});

it('who a visitor claims to be is not passed on; who we know them to be is (GTW-18, S34)', async () => {
  await using world = await startWorld();
  const { bearerOf } = await withKeys(world.services.identity);
  const { authorization = '' } = bearerOf('asha');

  await world.get('/api/library', {
    'x-user-id': 'admin',
    'x-role': 'ADMIN',
    'x-internal-secret': 'guess',
    'x-client-ip': '1.2.3.4',
    'x-forwarded-for': '1.2.3.4',
    'x-forwarded-host': 'evil.example',
    'x-request-id': 'short',
    authorization,
  });

  const [heard] = world.services.library.heard;
  expect(heard?.headers).toMatchObject({
    'x-internal-secret': 'a-secret-between-services',
    'x-client-ip': '127.0.0.1',
    'x-user-id': 'asha',
    authorization,
  });
  for (const name of ['x-role', 'x-forwarded-for', 'x-forwarded-host'])
    expect(heard?.headers).not.toHaveProperty(name);
  expect(heard?.headers['x-request-id']).toMatch(/^[\w-]{20,}$/);
});

it('the bytes of a webhook reach payments untouched', async () => {
  await using world = await startWorld();
  const body = Buffer.from('{ "b":1,\n  "a" : "\\u20b9" }');

  await fetch(`${world.gateway.url}/api/payments/webhooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=x' },
    body,
  });

  expect(world.services.payments.heard[0]?.body.equals(body)).toBe(true);
  expect(world.services.payments.heard[0]?.headers['stripe-signature']).toBe('t=1,v1=x');
});

it('one service down: 503 JSON for its routes only, at once, and nothing of where it lived (GTW-20, P27)', async () => {
  await using world = await startWorld();
  const { bearerOf } = await withKeys(world.services.identity);
  await world.services.payments[Symbol.asyncDispose]();

  const answers = [];
  for (let round = 0; round < 8; round += 1)
    answers.push(await world.get('/api/payments/mine?token=SECRET123', bearerOf('asha')));
  const other = await world.get('/api/library', bearerOf('asha'));

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
  await using world = await startWorld({ ALLOWED_ORIGINS: 'https://shop.example' });

  const evil = await world.get('/api/library', { origin: 'https://shop.example.evil.example' });
  const none = await world.get('/api/library', { origin: 'null' });
  const good = await world.get('/api/library', { origin: 'https://shop.example' });
  const hot = await world.get('/api/ebooks', { origin: 'https://shop.example' });

  expect(evil.headers.get('access-control-allow-origin')).toBeNull();
  expect(none.headers.get('access-control-allow-origin')).toBeNull();
  expect(good.headers.get('access-control-allow-origin')).toBe('https://shop.example');
  expect(good.headers.get('access-control-allow-credentials')).toBe('true');
  expect(hot.headers.get('access-control-allow-origin')).toBe('https://shop.example');
});

it('300 requests per minute per address; beyond it 429 JSON with Retry-After (GTW-19)', async () => {
  await using world = await startWorld();
  const { bearerOf } = await withKeys(world.services.identity);
  const headers = bearerOf('asha');

  const statuses = [];
  for (let call = 0; call < 302; call += 1)
    statuses.push((await world.get('/api/payments/mine', headers)).status);
  const refused = await world.get('/api/payments/mine', headers);

  expect(statuses).toEqual([...Array<number>(300).fill(200), 429, 429]);
  expect(refused.headers.get('retry-after')).toBe('60');
  expect(await refused.json()).toMatchObject({ error: 'Too many requests. Try again later.' });
});

it('every answer carries the security headers, CSP and nosniff among them (GTW-21)', async () => {
  await using world = await startWorld();

  for (const path of ['/api/library', '/api/ebooks', '/api/nope', '/api/geo/ip', '/nowhere']) {
    const { headers } = await world.get(path);
    expect(headers.get('content-security-policy'), path).toContain("object-src 'none'");
    expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'self'");
    expect(headers.get('content-security-policy'), path).toContain('https://js.stripe.com');
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    expect(headers.get('referrer-policy'), path).toBe('no-referrer');
    expect(headers.get('x-powered-by'), path).toBeNull();
    expect(headers.get('x-request-id'), path).toBeTruthy();
  }
});

it('GET /geo/ip returns country_code; private addresses are IN, without asking anybody (GTW-02, GTW-16)', async () => {
  await using world = await startWorld();

  expect(await (await world.get('/api/geo/ip')).json()).toEqual({ country_code: 'IN' });
});

it('the country a trusted proxy names is believed, one a visitor names is not (GTW-16)', async () => {
  await using trusting = await startWorld({ TRUST_PROXY: '1', COUNTRY_HEADER: 'x-country' });
  await using alone = await startWorld({ COUNTRY_HEADER: 'x-country' });

  expect(await (await trusting.get('/api/geo/ip', { 'x-country': 'us' })).json()).toEqual({
    country_code: 'US',
  });
  expect(await (await alone.get('/api/geo/ip', { 'x-country': 'us' })).json()).toEqual({
    country_code: 'IN',
  });
});

it('is ready only when every service is, and lists each (GTW-20)', async () => {
  await using world = await startWorld();
  world.services.catalog.answer = (_heard, response) => {
    response.statusCode = 503;
    response.end('{}');
  };
  const services = forEachService((name) => (name === 'catalog' ? 'down' : 'up'));

  const response = await world.get('/api/readyz');

  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({
    ok: false,
    services,
  });
  const alive = await world.get('/api/healthz');
  expect([alive.status, await alive.json()]).toEqual([200, { ok: true, services }]);
});

it('refuses to show the sandbox in production', async () => {
  await expect(startWorld({ NODE_ENV: 'production', SANDBOX_URL: 'http://127.0.0.1:1' })).rejects.toThrow(
    /sandbox/,
  );
});

it('refuses a clock that is wrong in production', async () => {
  await expect(startWorld({ NODE_ENV: 'production', CLOCK_SKEW_MS: '1000' })).rejects.toThrow(
    /CLOCK_SKEW_MS/,
  );
});

it('the country of a public address is read from the local table (GTW-16)', async () => {
  await using world = await startWorld({ TRUST_PROXY: '1' });

  const countries = [];
  for (const address of ['8.8.8.8', '212.58.244.20', '10.1.2.3', 'not an address'])
    countries.push(await (await world.get('/api/geo/ip', { 'x-forwarded-for': address })).json());

  expect(countries.map((answer) => (answer as { country_code: string }).country_code)).toEqual([
    'US',
    'GB',
    'IN',
    'IN',
  ]);
});

it('an origin that may use the site asks for the country with credentials (GTW-02)', async () => {
  await using world = await startWorld({ ALLOWED_ORIGINS: 'https://shop.example' });

  const { headers } = await world.get('/api/geo/ip', { origin: 'https://shop.example' });

  expect(headers.get('access-control-allow-credentials')).toBe('true');
});

it('what services list as stricter is stricter, and refused by its own count (GTW-19)', async () => {
  await using world = await startWorld({ LIMIT_LOGIN_PER_MINUTE: '3' });
  const login = () =>
    fetch(`${world.gateway.url}/api/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });

  const statuses = [];
  for (let call = 0; call < 5; call += 1) statuses.push((await login()).status);

  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  expect((await world.get('/api/payments/options')).status).toBe(200);
});
