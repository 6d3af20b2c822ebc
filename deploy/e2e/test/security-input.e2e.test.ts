import { databaseName } from '@satrangi/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { httpRequest } from './support/http-request.ts';
import { usePlatform } from './support/opened.ts';
import { createPlatform, type Person } from './support/platform-fixture.ts';

const platform = usePlatform();
let asha: Person;
beforeAll(async () => {
  asha = await platform.newReader();
});

const profile = (token: string) => httpRequest(`${platform.api}/users/profile`, { token });

describe('other sites', () => {
  it('refuses a form of another site: CSRF protection, and only JSON is accepted (S24)', async () => {
    const cookie = `satrangi_session=${asha.token}`;
    const answers = await Promise.all([
      httpRequest(`${platform.api}/users/profile`, {
        method: 'PATCH',
        headers: { cookie },
        json: { name: 'Taken' },
      }),
      httpRequest(`${platform.api}/payments/create`, {
        headers: { cookie, 'content-type': 'text/plain' },
        raw: '{"items":[]}',
      }),
      httpRequest(`${platform.api}/users/login`, {
        headers: { 'content-type': 'text/plain' },
        raw: '{"email":"a@b.c","password":"x"}',
      }),
      httpRequest(`${platform.api}/users/login`, {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        raw: 'email=a%40b.c&password=x',
      }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([401, 415, 415, 415]);
    expect((await profile(asha.token)).json).toMatchObject({ name: 'Reader' });
  });

  it.each(['https://evil.example', 'null', 'https://127.0.0.1.evil.example', 'http://127.0.0.1'])(
    'CORS refuses a page at %s (S25)',
    async (origin) => {
      const [plain, preflight] = await Promise.all([
        httpRequest(`${platform.api}/ebooks`, { headers: { origin } }),
        httpRequest(`${platform.api}/users/profile`, {
          method: 'OPTIONS',
          headers: {
            origin,
            'access-control-request-method': 'PATCH',
            'access-control-request-headers': 'authorization',
          },
        }),
      ]);

      expect([plain, preflight].map(({ headers }) => headers.get('access-control-allow-origin'))).toEqual([
        null,
        null,
      ]);
    },
  );
});

describe('hostile input', () => {
  const operators = [
    { $ne: null },
    { $gt: '' },
    { $regex: '.*' },
    ['a', 'b'],
    { $where: 'sleep(1000)' },
    7,
    true,
  ];

  it('refuses store operators in the place of strings (S26)', async () => {
    const answers = await Promise.all(
      operators.flatMap((value) => [
        httpRequest(`${platform.api}/users/login`, { json: { email: value, password: value } }),
        httpRequest(`${platform.api}/users/register`, {
          json: { name: value, email: value, password: value },
        }),
        httpRequest(`${platform.api}/payments/create`, {
          token: asha.token,
          json: { items: [{ media: value }] },
        }),
        httpRequest(`${platform.api}/reviews/ebook/${platform.books.cheap}`, {
          token: asha.token,
          json: { rating: value, comment: value },
        }),
      ]),
    );

    expect(answers.filter(({ status }) => status !== 400).map(({ status, text }) => [status, text])).toEqual(
      [],
    );
  });

  it('refuses operators in a query and prototype names (S26)', async () => {
    const queries = [
      '?q[$ne]=',
      '?page[$ne]=',
      '?q=a&q=b',
      '?__proto__[x]=1',
      '?constructor[prototype][x]=1',
      '?sort[$gt]=',
    ];
    const answers = await Promise.all([
      ...queries.map((query) => httpRequest(`${platform.api}/ebooks${query}`)),
      httpRequest(`${platform.api}/users/profile`, {
        method: 'PATCH',
        token: asha.token,
        raw: '{"__proto__":{"role":"ADMIN"},"constructor":{"prototype":{"role":"ADMIN"}},"bio":"b"}',
        headers: { 'content-type': 'application/json' },
      }),
    ]);

    expect(answers.filter(({ status }) => status >= 500 || status === 0)).toEqual([]);
    expect((await profile(asha.token)).json).toMatchObject({ role: 'USER' });
  });

  it('treats a search as text, never as a pattern, and limits lists (S27)', async () => {
    const patterns = [
      '(a+)+$',
      '.*',
      '[',
      '\\',
      '^(([a-z])+.)+[A-Z]([a-z])+$',
      '%00',
      'a'.repeat(120),
      '$where',
    ];
    const found = await Promise.all(
      patterns.map((q) => httpRequest(`${platform.api}/ebooks?q=${encodeURIComponent(q)}`)),
    );
    const limits = await Promise.all(
      ['1e9', '-1', '0', 'NaN', '1000000000'].map((limit) =>
        httpRequest(`${platform.api}/ebooks?limit=${limit}`),
      ),
    );

    expect(found.map(({ status }) => status)).toEqual(found.map(() => 200));
    expect(limits.map(({ status }) => status)).toEqual(limits.map(() => 200));
  });

  it('answers 4xx to a body that is too deep, too long or truncated (S35)', async () => {
    const login = (raw: string) =>
      httpRequest(`${platform.api}/users/login`, { raw, headers: { 'content-type': 'application/json' } });
    const answers = await Promise.all([
      login('['.repeat(10_000) + ']'.repeat(10_000)),
      login(`{"email":"${'a'.repeat(2 * 1024 * 1024)}"}`),
      login('{"email":'),
      login('null'),
      login('"words"'),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([400, 413, 400, 400, 400]);
  });
});

describe('floods', () => {
  it('rate limits webhooks and logins of one address, and serves others (S14)', async () => {
    await using small = await createPlatform({
      LIMIT_WEBHOOK_PER_MINUTE: '20',
      LIMIT_LOGIN_PER_MINUTE: '30',
    });
    const webhook = () => httpRequest(`${small.api}/payments/webhooks/stripe`, { raw: '{}' });
    const login = () =>
      httpRequest(`${small.api}/users/login`, { json: { email: 'a@b.example', password: 'x' } });
    const webhooks = await Promise.all(Array.from({ length: 60 }, webhook));
    const logins = await Promise.all(Array.from({ length: 60 }, login));
    const reader = await httpRequest(`${small.api}/ebooks`);

    for (const answers of [webhooks, logins]) {
      const late = answers.filter(({ status }) => status === 429);
      expect(late.length).toBeGreaterThanOrEqual(20);
      expect(late.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true);
    }
    expect(reader.status).toBe(200);
  });

  it('rate limits contributions of one address without creating orders (S32)', async () => {
    await using small = await createPlatform({ LIMIT_PER_MINUTE: '60' });
    const orders = small.mongo.db(databaseName('payments')).collection('orders');
    const give = (n: number) =>
      httpRequest(`${small.api}/payments/create`, {
        json: {
          purpose: 'contribution',
          amount: 500,
          country: 'US',
          name: 'A giver',
          email: `giver-${n}@platform.example`,
          contact: '9876543210',
        },
      });
    const answers = await Promise.all(Array.from({ length: 90 }, (_, n) => give(n)));

    const taken = answers.filter(({ status }) => status === 201 || status === 200);
    const late = answers.filter(({ status }) => status === 429);
    expect(taken.length + late.length).toBe(answers.length);
    expect(late.length).toBeGreaterThanOrEqual(30);
    expect(late.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true);
    expect(await orders.countDocuments()).toBe(taken.length);
    expect((await httpRequest(`${small.api}/ebooks`)).status).toBe(200);
  });
});
