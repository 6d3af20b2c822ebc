import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { type HttpRequest, httpRequest } from './support/http-request.ts';
import { usePlatform } from './support/opened.ts';
import type { Person } from './support/platform-fixture.ts';

const platform = usePlatform();
let asha: Person;
let meera: Person;
beforeAll(async () => {
  asha = await platform.newReader();
  meera = await platform.newReader();
});

const profile = (token: string) => httpRequest(`${platform.api}/users/profile`, { token });

const secretsOf = async (): Promise<Record<string, string>> =>
  JSON.parse(await readFile(`${platform.dataDir}/secrets.json`, 'utf8')) as Record<string, string>;

const buy = async (
  person: Person,
  mediaId: string,
): Promise<{ orderId: string; clientSecret: string; intent: string }> => {
  const { json } = await httpRequest(`${platform.api}/payments/create`, {
    token: person.token,
    json: { items: [{ media: mediaId }], country: 'US' },
  });
  const started = json as { orderId: string; clientSecret: string; paymentIntentId: string };
  return { orderId: started.orderId, clientSecret: started.clientSecret, intent: started.paymentIntentId };
};
const pay = (clientSecret: string) =>
  httpRequest(`${platform.url}/sandbox/stripe/pay`, {
    json: { clientSecret, outcome: 'succeeded', webhook: 'skip' },
  });
const confirm = (person: Person, paymentIntentId: string, ebookId?: string) =>
  httpRequest(`${platform.api}/payments/confirm`, {
    token: person.token,
    json: { paymentIntentId, ebookId },
  });
const hasAccess = async (person: Person, mediaId: string): Promise<unknown> =>
  (await httpRequest(`${platform.api}/library/access/${mediaId}`, { token: person.token })).json;

describe('resources of other readers', () => {
  it('an order of another reader answers 404 (S7)', async () => {
    const { orderId, intent, clientSecret } = await buy(asha, platform.books.cheap);
    await pay(clientSecret);

    const tries = await Promise.all([
      confirm(meera, intent),
      httpRequest(`${platform.api}/payments/cashfree/verify`, { token: meera.token, json: { orderId } }),
      httpRequest(`${platform.api}/payments/orders/${orderId}`, { token: meera.token }),
    ]);

    expect(tries.map(({ status, error }) => [status, error])).toEqual(
      tries.map(() => [404, 'Order not found']),
    );
    expect(await hasAccess(meera, platform.books.cheap)).toEqual({ hasAccess: false });
  });

  it('ids are unguessable: 22 random letters, and one next to a known id answers 404 (S40)', async () => {
    const ids = await Promise.all(
      Array.from(
        { length: 20 },
        async () => (await buy(await platform.newReader(), platform.books.dear)).orderId,
      ),
    );
    const known = [...ids, ...Object.values(platform.books), asha.userId, meera.userId];
    const beside = (id: string): string => id.slice(0, -1) + (id.endsWith('A') ? 'B' : 'A');
    const guesses = await Promise.all([
      ...ids.map((id) => httpRequest(`${platform.api}/payments/orders/${beside(id)}`, { token: asha.token })),
      ...['1', '2', '000000000000000000000001', beside(platform.books.cheap)].map((id) =>
        httpRequest(`${platform.api}/ebooks/${id}`),
      ),
    ]);

    for (const id of known) expect(id).toMatch(/^[\w-]{22}$/);
    expect(new Set(known.map((id) => id.slice(0, 4))).size).toBe(known.length);
    expect(guesses.map(({ status }) => status)).toEqual(guesses.map(() => 404));
  });

  it('a payment for a cheap book that names an expensive one grants the cheap one only (S8)', async () => {
    const reader = await platform.newReader();
    const { intent, clientSecret } = await buy(reader, platform.books.cheap);
    await pay(clientSecret);

    const { status, json } = await confirm(reader, intent, platform.books.dear);

    expect(status).toBe(200);
    expect(json).toMatchObject({ granted: [{ ebook: platform.books.cheap }] });
    await expect.poll(() => hasAccess(reader, platform.books.cheap)).toEqual({ hasAccess: true });
    expect(await hasAccess(reader, platform.books.dear)).toEqual({ hasAccess: false });
  });

  it('a paid book is readable within 3 seconds (LIB-07)', async () => {
    const reader = await platform.newReader();
    const { clientSecret } = await buy(reader, platform.books.cheap);
    expect(await hasAccess(reader, platform.books.cheap)).toEqual({ hasAccess: false });

    await httpRequest(`${platform.url}/sandbox/stripe/pay`, { json: { clientSecret, outcome: 'succeeded' } });

    await expect
      .poll(() => hasAccess(reader, platform.books.cheap), { timeout: 3_000 })
      .toEqual({ hasAccess: true });
  });

  it('the whole book is delivered to buyers only (S9)', async () => {
    const pdf = (id: string, options?: HttpRequest) =>
      httpRequest(`${platform.api}/ebooks/${id}/pdf`, options);
    const answers = await Promise.all([
      pdf(platform.books.dear),
      pdf(platform.books.dear, { token: asha.token }),
      pdf('not-a-book', { token: asha.token }),
    ]);

    expect(answers.map(({ status, error }) => [status, error])).toEqual([
      [401, 'Sign in first'],
      [403, 'Purchase required'],
      [404, 'eBook not found'],
    ]);
  });

  it('a session token in a URL is ignored, even with a valid session (S33)', async () => {
    const answers = await Promise.all([
      httpRequest(`${platform.api}/ebooks/${platform.books.free}/pdf?token=${asha.token}`),
      httpRequest(`${platform.api}/ebooks/${platform.books.free}/pdf?token=${asha.token}`, {
        token: asha.token,
      }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
  });

  it('a ticket opens its own book only and is no session (S2)', async () => {
    const made = await httpRequest(`${platform.api}/library/access/${platform.books.free}/ticket`, {
      method: 'POST',
      token: asha.token,
    });
    const { ticket } = made.json as { ticket: string };
    const [own, other, login] = await Promise.all([
      httpRequest(`${platform.api}/ebooks/${platform.books.free}/pdf?token=${ticket}`),
      httpRequest(`${platform.api}/ebooks/${platform.books.dear}/pdf?token=${ticket}`),
      profile(ticket),
    ]);

    expect([own.status, other.status, login.status, login.error]).toEqual([200, 401, 401, 'Invalid token']);
  });
});

describe('samples', () => {
  const sample = (id: string, suffix = '', options?: HttpRequest) =>
    httpRequest(`${platform.api}/ebooks/${id}/preview-limited${suffix}`, options);

  it('no parameter makes a sample longer (S10)', async () => {
    const plain = await sample(platform.books.dear);
    const more = await Promise.all(
      ['?full=1', '?page=999', '?pages=1-999', '?token=x', '?limit=999'].map((suffix) =>
        sample(platform.books.dear, suffix),
      ),
    );
    const whole = await httpRequest(`${platform.api}/ebooks/${platform.books.free}/pdf`);

    expect(plain.status).toBe(200);
    expect(plain.text.length).toBeLessThan(whole.text.length);
    expect(more.map(({ status, text }) => [status, text === plain.text])).toEqual(
      more.map(() => [200, true]),
    );
  });

  it('a range beyond the sample is refused, a page beyond it answers 404 (S10)', async () => {
    const [beyond, page, head] = await Promise.all([
      sample(platform.books.dear, '', { headers: { range: 'bytes=99999999-' } }),
      httpRequest(`${platform.api}/ebooks/${platform.books.dear}/preview-pages/999`),
      sample(platform.books.dear, '', { method: 'HEAD' }),
    ]);

    expect([beyond.status, page.status, head.status, head.text]).toEqual([416, 404, 200, '']);
  });
});

describe('prices', () => {
  const create = (json: unknown) =>
    httpRequest(`${platform.api}/payments/create`, { token: meera.token, json });

  it('an item without a price is not sold (S11)', async () => {
    const { status, error } = await create({ items: [{ media: platform.books.unpriced }] });

    expect([status, error]).toEqual([409, 'Price not available']);
  });

  it('a price from the request is never charged (S11, PAY-26)', async () => {
    const answers = await Promise.all(
      [0, 1, -5, 0.01, '1', 98, 1e12].map((amount) =>
        create({
          items: [{ media: platform.books.dear, price: amount }],
          amount,
          country: 'IN',
          originalAmount: amount,
        }),
      ),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([409]));
  });

  it('an order cannot be created for another user (PAY-48)', async () => {
    const { status, error } = await create({ items: [{ media: platform.books.dear }], userId: asha.userId });

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
  const postWebhook = (raw: string, headers: Record<string, string>) =>
    httpRequest(`${platform.api}/payments/webhooks/stripe`, {
      raw,
      headers: { 'content-type': 'application/json', ...headers },
    });

  it('a webhook whose signature is missing, of another secret, or over other bytes changes nothing (S12, PAY-31)', async () => {
    const { STRIPE_WEBHOOK_SECRET: secret = '' } = await secretsOf();
    const reader = await platform.newReader();
    const { orderId, intent } = await buy(reader, platform.books.dear);
    const raw = body(orderId, intent);
    const answers = await Promise.all([
      postWebhook(raw, {}),
      postWebhook(raw, signed(raw, 'another secret')),
      postWebhook(JSON.stringify(JSON.parse(raw), null, 1), signed(raw, secret)),
      postWebhook(raw.replace('1199', '1198'), signed(raw, secret)),
      postWebhook(raw, { 'stripe-signature': 't=1,v1=' }),
      httpRequest(`${platform.api}/payments/webhooks/cashfree`, {
        raw,
        headers: { 'x-webhook-timestamp': '1', 'x-webhook-signature': 'aaaa' },
      }),
    ]);

    expect(answers.map(({ status, error }) => [status, error])).toEqual(
      answers.map(() => [401, 'Invalid signature']),
    );
    expect(
      (await httpRequest(`${platform.api}/payments/orders/${orderId}`, { token: reader.token })).json,
    ).toMatchObject({ status: 'pending' });
  });

  it.each([3_600, 365 * 86_400])(
    'a validly signed webhook %i s old grants nothing by itself (S13)',
    async (age) => {
      const { STRIPE_WEBHOOK_SECRET: secret = '' } = await secretsOf();
      const reader = await platform.newReader();
      const { orderId, intent } = await buy(reader, platform.books.dear);
      const raw = body(orderId, intent);
      const { status } = await postWebhook(raw, signed(raw, secret, new Date(Date.now() - age * 1000)));

      expect(status).toBe(200);
      expect(await hasAccess(reader, platform.books.dear)).toEqual({ hasAccess: false });
    },
  );

  it('a body of five megabytes is refused (S14)', async () => {
    const { status } = await postWebhook(' '.repeat(5 * 1024 * 1024), {});

    expect(status).toBe(413);
  });
});
