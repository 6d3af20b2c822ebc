import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Endpoint, services } from '@satrangi/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, type Question } from './support/ask.ts';
import { type House, openHouse, type Person } from './support/house.ts';
import { forgeries, type SigningKey, signingKeyOf, tokenLike } from './support/tokens.ts';

let house: House;
let asha: Person;
let meera: Person;
let signing: SigningKey;
beforeAll(async () => {
  house = await openHouse();
  asha = await house.newReader();
  meera = await house.newReader();
  signing = await signingKeyOf(house);
});
afterAll(() => house?.[Symbol.asyncDispose]());

const profile = (token: string) => ask(`${house.api}/users/profile`, { token });
const secretsOf = async (): Promise<Record<string, string>> =>
  JSON.parse(await readFile(`${house.dataDir}/secrets.json`, 'utf8')) as Record<string, string>;

const buy = async (
  person: Person,
  mediaId: string,
): Promise<{ orderId: string; clientSecret: string; intent: string }> => {
  const { json } = await ask(`${house.api}/payments/create`, {
    token: person.token,
    json: { items: [{ media: mediaId }], country: 'US' },
  });
  const started = json as { orderId: string; clientSecret: string; paymentIntentId: string };
  return { orderId: started.orderId, clientSecret: started.clientSecret, intent: started.paymentIntentId };
};
const pay = (clientSecret: string) =>
  ask(`${house.url}/sandbox/stripe/pay`, { json: { clientSecret, outcome: 'succeeded', webhook: 'skip' } });
const confirm = (person: Person, paymentIntentId: string, ebookId?: string) =>
  ask(`${house.api}/payments/confirm`, { token: person.token, json: { paymentIntentId, ebookId } });
const hasAccess = async (person: Person, mediaId: string): Promise<unknown> =>
  (await ask(`${house.api}/library/access/${mediaId}`, { token: person.token })).json;

describe('tokens', () => {
  it('twenty kinds of forged token open nothing (S1)', async () => {
    const forged = forgeries(asha, signing);
    const answers = await Promise.all(
      forged.map(async ([name, token]) => {
        const { status, error } = await profile(token);
        return [name, status, error];
      }),
    );

    expect(forged).toHaveLength(20);
    expect(answers).toEqual(forged.map(([name]) => [name, 401, 'Invalid token']));
  });

  it('a good token made by the same hands opens the profile: the forgeries fail for their faults', async () => {
    expect((await profile(tokenLike(asha, signing))).status).toBe(200);
  });

  it('a token that has run out says so, in the words the pages know (S2)', async () => {
    const { status, error } = await profile(tokenLike(asha, signing, { expiresIn: -3_600 }));

    expect([status, error]).toEqual([401, 'jwt expired']);
  });

  it.each([
    ['not valid yet', { notBefore: 3_600 }],
    ['for another audience', { audience: 'another-site' }],
    ['from another issuer', { issuer: 'another-site' }],
  ])('a token %s is refused (S2)', async (_name, changes) => {
    const { status, error } = await profile(tokenLike(asha, signing, changes));

    expect([status, error]).toEqual([401, 'Invalid token']);
  });

  it('a reader who writes ADMIN into a token without the key stays outside (S4)', async () => {
    const { status } = await ask(`${house.api}/admin/ebooks`, {
      token: forgeries(asha, signing).find(([name]) => name.startsWith('a raised role'))?.[1] ?? '',
      json: {},
    });

    expect(status).toBe(401);
  });
});

describe('who may do what', () => {
  const guarded = Object.values(services).flatMap(({ api }) =>
    (Object.values(api) as Endpoint[]).filter(({ access }) => access === 'user' || access === 'admin'),
  );
  const address = ({ path }: Endpoint): string => `${house.api}${path.replace(/:\w+/g, 'some-id')}`;
  const question = ({ method }: Endpoint, token?: string): Question => ({
    method,
    ...(token === undefined ? {} : { token }),
    ...(method === 'GET' || method === 'DELETE' ? {} : { json: {} }),
  });

  it('the contracts name doors to guard', () => {
    expect(guarded.length).toBeGreaterThan(10);
  });

  it('every door that is not public is shut for visitors (S6)', async () => {
    const answers = await Promise.all(
      guarded.map(async (door) => [door.path, (await ask(address(door), question(door))).status]),
    );

    expect(answers).toEqual(guarded.map(({ path }) => [path, 401]));
  });

  it('every door of the editors is shut for readers, wherever its address lies (S6)', async () => {
    const doors = guarded.filter(({ access }) => access === 'admin');
    const answers = await Promise.all(
      doors.map(async (door) => {
        const { status, error } = await ask(address(door), question(door, asha.token));
        return [door.path, status, error];
      }),
    );

    expect(answers).toEqual(doors.map(({ path }) => [path, 403, 'Forbidden']));
  });

  it('what services ask each other does not exist for the world outside', async () => {
    const { status } = await ask(`${house.api}/internal/people?ids=${asha.userId}`, {
      token: house.admin.token,
    });

    expect(status).toBe(404);
  });

  it('fields a person may not choose are ignored when an account is made or changed (S5)', async () => {
    const wish = {
      role: 'ADMIN',
      _id: 'chosen',
      emailVerified: true,
      tokenVersion: 9,
      createdAt: '2001-01-01',
    };
    const made = await ask(`${house.api}/users/register`, {
      json: { name: 'Asha', email: 'asha-wishes@house.example', password: 'a long password', ...wish },
    });
    const { token, user } = made.json as { token: string; user: { _id: string; role: string } };
    const changed = await ask(`${house.api}/users/profile`, {
      method: 'PATCH',
      token,
      json: { name: 'A', ...wish },
    });

    expect([made.status, user.role, changed.status]).toEqual([201, 'USER', 200]);
    expect(changed.json).toMatchObject({ _id: user._id, name: 'A', role: 'USER' });
    expect(user._id).not.toBe('chosen');
  });
});

describe('what belongs to somebody else', () => {
  it('an order of another reader does not exist (S7)', async () => {
    const { orderId, intent, clientSecret } = await buy(asha, house.books.cheap);
    await pay(clientSecret);

    const tries = await Promise.all([
      confirm(meera, intent),
      ask(`${house.api}/payments/cashfree/verify`, { token: meera.token, json: { orderId } }),
      ask(`${house.api}/payments/orders/${orderId}`, { token: meera.token }),
    ]);

    expect(tries.map(({ status, error }) => [status, error])).toEqual(
      tries.map(() => [404, 'Order not found']),
    );
    expect(await hasAccess(meera, house.books.cheap)).toEqual({ hasAccess: false });
  });

  it('a cheap payment that names a dear book gives the cheap one only (S8)', async () => {
    const reader = await house.newReader();
    const { intent, clientSecret } = await buy(reader, house.books.cheap);
    await pay(clientSecret);

    const { status, json } = await confirm(reader, intent, house.books.dear);

    expect(status).toBe(200);
    expect(json).toMatchObject({ granted: [{ ebook: house.books.cheap }] });
    await expect.poll(() => hasAccess(reader, house.books.cheap)).toEqual({ hasAccess: true });
    expect(await hasAccess(reader, house.books.dear)).toEqual({ hasAccess: false });
  });

  it('the whole book is for those who bought it (S9)', async () => {
    const pdf = (id: string, question?: Question) => ask(`${house.api}/ebooks/${id}/pdf`, question);
    const answers = await Promise.all([
      pdf(house.books.dear),
      pdf(house.books.dear, { token: asha.token }),
      pdf('not-a-book', { token: asha.token }),
    ]);

    expect(answers.map(({ status, error }) => [status, error])).toEqual([
      [401, 'Sign in first'],
      [403, 'Purchase required'],
      [404, 'eBook not found'],
    ]);
  });

  it('a login token in an address opens nothing, not even beside a good login (S33)', async () => {
    const answers = await Promise.all([
      ask(`${house.api}/ebooks/${house.books.free}/pdf?token=${asha.token}`),
      ask(`${house.api}/ebooks/${house.books.free}/pdf?token=${asha.token}`, { token: asha.token }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
  });

  it('a ticket opens its own book and is no login (S2)', async () => {
    const made = await ask(`${house.api}/library/access/${house.books.free}/ticket`, {
      method: 'POST',
      token: asha.token,
    });
    const { ticket } = made.json as { ticket: string };
    const [own, other, login] = await Promise.all([
      ask(`${house.api}/ebooks/${house.books.free}/pdf?token=${ticket}`),
      ask(`${house.api}/ebooks/${house.books.dear}/pdf?token=${ticket}`),
      profile(ticket),
    ]);

    expect([own.status, other.status, login.status, login.error]).toEqual([200, 401, 401, 'Invalid token']);
  });
});

describe('samples', () => {
  const sample = (id: string, suffix = '', question?: Question) =>
    ask(`${house.api}/ebooks/${id}/preview-limited${suffix}`, question);

  it('nothing added to the address of a sample makes it longer (S10)', async () => {
    const plain = await sample(house.books.dear);
    const more = await Promise.all(
      ['?full=1', '?page=999', '?pages=1-999', '?token=x', '?limit=999'].map((suffix) =>
        sample(house.books.dear, suffix),
      ),
    );
    const whole = await ask(`${house.api}/ebooks/${house.books.free}/pdf`);

    expect(plain.status).toBe(200);
    expect(plain.text.length).toBeLessThan(whole.text.length);
    expect(more.map(({ status, text }) => [status, text === plain.text])).toEqual(
      more.map(() => [200, true]),
    );
  });

  it('a range beyond the sample is refused, a page beyond it does not exist (S10)', async () => {
    const [beyond, page, head] = await Promise.all([
      sample(house.books.dear, '', { headers: { range: 'bytes=99999999-' } }),
      ask(`${house.api}/ebooks/${house.books.dear}/preview-pages/999`),
      sample(house.books.dear, '', { method: 'HEAD' }),
    ]);

    expect([beyond.status, page.status, head.status, head.text]).toEqual([416, 404, 200, '']);
  });
});

describe('prices', () => {
  const create = (json: unknown) => ask(`${house.api}/payments/create`, { token: meera.token, json });

  it('what has no price is not sold (S11)', async () => {
    const { status, error } = await create({ items: [{ media: house.books.unpriced }] });

    expect([status, error]).toEqual([409, 'Price not available']);
  });

  it('the page’s own price is never charged (S11)', async () => {
    const answers = await Promise.all(
      [0, 1, -5, 0.01, '1', 98, 1e12].map((amount) =>
        create({
          items: [{ media: house.books.dear, price: amount }],
          amount,
          country: 'IN',
          originalAmount: amount,
        }),
      ),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([409]));
  });

  it('nobody buys in another person’s name', async () => {
    const { status, error } = await create({ items: [{ media: house.books.dear }], userId: asha.userId });

    expect([status, error]).toEqual([403, 'Forbidden']);
  });
});

describe('webhooks', () => {
  const body = (orderId: string, intent: string): string =>
    JSON.stringify({
      id: `evt_${orderId}`,
      type: 'payment_intent.succeeded',
      data: { object: { id: intent, amount_received: 1_199, currency: 'usd', metadata: { orderId } } },
    });
  const signed = (raw: string, secret: string, at = new Date()): Record<string, string> => {
    const t = Math.floor(at.getTime() / 1000);
    return {
      'stripe-signature': `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${raw}`).digest('hex')}`,
    };
  };
  const tell = (raw: string, headers: Record<string, string>) =>
    ask(`${house.api}/payments/webhooks/stripe`, {
      raw,
      headers: { 'content-type': 'application/json', ...headers },
    });

  it('a webhook whose signature is missing, of another secret, or over other bytes changes nothing (S12)', async () => {
    const { STRIPE_WEBHOOK_SECRET: secret = '' } = await secretsOf();
    const reader = await house.newReader();
    const { orderId, intent } = await buy(reader, house.books.dear);
    const raw = body(orderId, intent);
    const answers = await Promise.all([
      tell(raw, {}),
      tell(raw, signed(raw, 'another secret')),
      tell(JSON.stringify(JSON.parse(raw), null, 1), signed(raw, secret)),
      tell(raw.replace('1199', '1198'), signed(raw, secret)),
      tell(raw, { 'stripe-signature': 't=1,v1=' }),
      ask(`${house.api}/payments/webhooks/cashfree`, {
        raw,
        headers: { 'x-webhook-timestamp': '1', 'x-webhook-signature': 'aaaa' },
      }),
    ]);

    expect(answers.map(({ status, error }) => [status, error])).toEqual(
      answers.map(() => [401, 'Invalid signature']),
    );
    expect(
      (await ask(`${house.api}/payments/orders/${orderId}`, { token: reader.token })).json,
    ).toMatchObject({ status: 'pending' });
  });

  it.each([3_600, 365 * 86_400])(
    'a well-signed webhook %i s old grants nothing by itself (S13)',
    async (age) => {
      const { STRIPE_WEBHOOK_SECRET: secret = '' } = await secretsOf();
      const reader = await house.newReader();
      const { orderId, intent } = await buy(reader, house.books.dear);
      const raw = body(orderId, intent);
      const { status } = await tell(raw, signed(raw, secret, new Date(Date.now() - age * 1000)));

      expect(status).toBe(200);
      expect(await hasAccess(reader, house.books.dear)).toEqual({ hasAccess: false });
    },
  );

  it('five megabytes are too much (S14)', async () => {
    const { status } = await tell(' '.repeat(5 * 1024 * 1024), {});

    expect(status).toBe(413);
  });
});

describe('floods', () => {
  it('an address that floods webhooks or logins is told to wait, and others are served meanwhile (S14)', async () => {
    await using small = await openHouse({ LIMIT_WEBHOOK_PER_MINUTE: '20', LIMIT_LOGIN_PER_MINUTE: '30' });
    const webhook = () => ask(`${small.api}/payments/webhooks/stripe`, { raw: '{}' });
    const login = () => ask(`${small.api}/users/login`, { json: { email: 'a@b.example', password: 'x' } });
    const webhooks = await Promise.all(Array.from({ length: 60 }, webhook));
    const logins = await Promise.all(Array.from({ length: 60 }, login));
    const reader = await ask(`${small.api}/ebooks`);

    for (const answers of [webhooks, logins]) {
      const late = answers.filter(({ status }) => status === 429);
      expect(late.length).toBeGreaterThanOrEqual(20);
      expect(late.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true);
    }
    expect(reader.status).toBe(200);
  });
});

describe('other sites', () => {
  it('a form of another site changes nothing: the cookie alone is no permission, and only JSON is read (S24)', async () => {
    const cookie = `satrangi_session=${asha.token}`;
    const answers = await Promise.all([
      ask(`${house.api}/users/profile`, { method: 'PATCH', headers: { cookie }, json: { name: 'Taken' } }),
      ask(`${house.api}/payments/create`, {
        headers: { cookie, 'content-type': 'text/plain' },
        raw: '{"items":[]}',
      }),
      ask(`${house.api}/users/login`, {
        headers: { 'content-type': 'text/plain' },
        raw: '{"email":"a@b.c","password":"x"}',
      }),
      ask(`${house.api}/users/login`, {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        raw: 'email=a%40b.c&password=x',
      }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 415, 415]);
    expect((await profile(asha.token)).json).toMatchObject({ name: 'Reader' });
  });

  it.each(['https://evil.example', 'null', 'https://127.0.0.1.evil.example', 'http://127.0.0.1'])(
    'a page at %s may not read our answers (S25)',
    async (origin) => {
      const [plain, preflight] = await Promise.all([
        ask(`${house.api}/ebooks`, { headers: { origin } }),
        ask(`${house.api}/users/profile`, {
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

  it('operators of the store in the place of words are words that do not fit (S26)', async () => {
    const answers = await Promise.all(
      operators.flatMap((value) => [
        ask(`${house.api}/users/login`, { json: { email: value, password: value } }),
        ask(`${house.api}/users/register`, { json: { name: value, email: value, password: value } }),
        ask(`${house.api}/payments/create`, { token: asha.token, json: { items: [{ media: value }] } }),
        ask(`${house.api}/reviews/ebook/${house.books.cheap}`, {
          token: asha.token,
          json: { rating: value, comment: value },
        }),
      ]),
    );

    expect(answers.filter(({ status }) => status !== 400).map(({ status, text }) => [status, text])).toEqual(
      [],
    );
  });

  it('operators in a query and names of prototypes are no way in (S26)', async () => {
    const queries = [
      '?q[$ne]=',
      '?page[$ne]=',
      '?q=a&q=b',
      '?__proto__[x]=1',
      '?constructor[prototype][x]=1',
      '?sort[$gt]=',
    ];
    const answers = await Promise.all([
      ...queries.map((query) => ask(`${house.api}/ebooks${query}`)),
      ask(`${house.api}/users/profile`, {
        method: 'PATCH',
        token: asha.token,
        raw: '{"__proto__":{"role":"ADMIN"},"constructor":{"prototype":{"role":"ADMIN"}},"bio":"b"}',
        headers: { 'content-type': 'application/json' },
      }),
    ]);

    expect(answers.filter(({ status }) => status >= 500 || status === 0)).toEqual([]);
    expect((await profile(asha.token)).json).toMatchObject({ role: 'USER' });
  });

  it('a search is words, never a pattern, and a list has an end (S27)', async () => {
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
      patterns.map((q) => ask(`${house.api}/ebooks?q=${encodeURIComponent(q)}`)),
    );
    const limits = await Promise.all(
      ['1e9', '-1', '0', 'NaN', '1000000000'].map((limit) => ask(`${house.api}/ebooks?limit=${limit}`)),
    );

    expect(found.map(({ status }) => status)).toEqual(found.map(() => 200));
    expect(limits.map(({ status }) => status)).toEqual(limits.map(() => 200));
  });

  it('a body too deep, too long or cut off is a bad request and nothing more', async () => {
    const login = (raw: string) =>
      ask(`${house.api}/users/login`, { raw, headers: { 'content-type': 'application/json' } });
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

describe('who one claims to be', () => {
  it('headers that name a person or a role are not believed, by the gateway or by a service (S34)', async () => {
    const claims = {
      'x-user-id': house.admin.userId,
      'x-user-role': 'ADMIN',
      'x-role': 'ADMIN',
      'x-internal-secret': 'guess',
      'x-forwarded-for': '127.0.0.1',
    };
    const answers = await Promise.all([
      ask(`${house.api}/users/profile`, { headers: claims }),
      ask(`${house.api}/admin/ebooks`, { headers: claims, json: {} }),
      ask(`${house.api}/admin/ebooks`, { headers: claims, token: asha.token, json: {} }),
      ask(`${house.services.identity}/users/profile`, { headers: claims }),
      ask(`${house.services.identity}/internal/people?ids=${asha.userId}`, { headers: claims }),
      ask(`${house.services.catalog}/admin/ebooks`, { headers: claims, token: asha.token, json: {} }),
      ask(`${house.services.library}/library`, { headers: claims }),
      ask(`${house.services.payments}/payments/mine`, { headers: claims }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 403, 401, 401, 403, 401, 401]);
  });

  it('a request id is ours unless it is harmless (S34)', async () => {
    const given = ['<script>alert(1)</script>', 'short', 'x'.repeat(500), "' or 1=1 --"];
    const answers = await Promise.all(
      given.map((id) => ask(`${house.api}/ebooks/nothing-here`, { headers: { 'x-request-id': id } })),
    );

    expect(answers.map(({ headers }) => headers.get('x-request-id'))).toEqual(
      answers.map(() => expect.stringMatching(/^[\w-]{8,64}$/)),
    );
    expect(given.filter((id) => answers.some(({ text }) => text.includes(id) && id !== 'short'))).toEqual([]);
  });
});
