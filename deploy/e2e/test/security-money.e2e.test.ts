import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, type Question } from './support/ask.ts';
import { type House, openHouse, type Person } from './support/house.ts';

let house: House;
let asha: Person;
let meera: Person;
beforeAll(async () => {
  house = await openHouse();
  asha = await house.newReader();
  meera = await house.newReader();
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

  it('ids tell nothing of their neighbours: 22 letters at random, and one beside a known one does not exist (S40)', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await buy(await house.newReader(), house.books.dear)).orderId),
    );
    const known = [...ids, ...Object.values(house.books), asha.userId, meera.userId];
    const beside = (id: string): string => id.slice(0, -1) + (id.endsWith('A') ? 'B' : 'A');
    const guesses = await Promise.all([
      ...ids.map((id) => ask(`${house.api}/payments/orders/${beside(id)}`, { token: asha.token })),
      ...['1', '2', '000000000000000000000001', beside(house.books.cheap)].map((id) =>
        ask(`${house.api}/ebooks/${id}`),
      ),
    ]);

    for (const id of known) expect(id).toMatch(/^[\w-]{22}$/);
    expect(new Set(known.map((id) => id.slice(0, 4))).size).toBe(known.length);
    expect(guesses.map(({ status }) => status)).toEqual(guesses.map(() => 404));
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

  it('what was paid for may be read within 3 seconds: a page that asks three times finds it (LIB-07)', async () => {
    const reader = await house.newReader();
    const { clientSecret } = await buy(reader, house.books.cheap);
    expect(await hasAccess(reader, house.books.cheap)).toEqual({ hasAccess: false });

    await ask(`${house.url}/sandbox/stripe/pay`, { json: { clientSecret, outcome: 'succeeded' } });

    await expect
      .poll(() => hasAccess(reader, house.books.cheap), { timeout: 3_000 })
      .toEqual({ hasAccess: true });
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

  it('the page’s own price is never charged (S11, PAY-26)', async () => {
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

  it('nobody buys in another person’s name (PAY-48)', async () => {
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

  it('a webhook whose signature is missing, of another secret, or over other bytes changes nothing (S12, PAY-31)', async () => {
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
