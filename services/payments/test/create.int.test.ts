import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bootPayments, media } from './boot-payments.ts';
import { publishCatalog, send } from './create-payment.ts';

const NO_PRICE = [409, 'price-not-available', 'Price not available'] as const;

const refusals: [string, object, number, string, string][] = [
  [
    'an unknown item',
    { items: [{ media: 'nobody', mediaType: 'ebook' }] },
    404,
    'not-found',
    'eBook not found',
  ],
  [
    'an unknown film',
    { items: [{ media: 'x', mediaType: 'shortfilm' }] },
    404,
    'not-found',
    'Short Film not found',
  ],
  [
    'an unknown magazine',
    { items: [{ media: 'x', mediaType: 'magazine' }] },
    404,
    'not-found',
    'Magazine not found',
  ],
  ['an item without a price', { items: [{ media: 'unpriced' }] }, ...NO_PRICE],
  ['a withdrawn item', { items: [{ media: 'withdrawn' }] }, ...NO_PRICE],
  [
    'an item without a file to deliver',
    { items: [{ media: 'no-file' }] },
    409,
    'price-not-available',
    'This title is not for sale yet',
  ],
  ['less than Stripe takes', { items: [{ media: 'tiny' }], country: 'US' }, ...NO_PRICE],
  ['a free item (PAY-26)', { items: [{ media: 'free' }] }, 409, 'already-owned', 'This item is free'],
  ['nothing', { items: [] }, 400, 'validation-failed', 'Nothing to buy'],
  [
    'an item without a name',
    { items: [{ format: 'text' }] },
    400,
    'validation-failed',
    'Each item must name its media',
  ],
  [
    'Stripe in India (PAY-28)',
    { items: [{ media: 'm1' }], country: 'IN', provider: 'stripe' },
    400,
    'validation-failed',
    'Provider and country do not match',
  ],
  [
    'rupees abroad (PAY-28)',
    { items: [{ media: 'm1' }], country: 'US', currency: 'INR' },
    400,
    'validation-failed',
    'Provider and currency do not match',
  ],
  [
    'a return URL of another origin (PAY-46)',
    { items: [{ media: 'm1' }], returnUrl: 'https://shop.test.evil.example/' },
    400,
    'validation-failed',
    'returnUrl is not allowed',
  ],
  [
    'a javascript: return URL (PAY-46)',
    { items: [{ media: 'm1' }], returnUrl: 'javascript:alert(1)' },
    400,
    'validation-failed',
    'returnUrl is not allowed',
  ],
  [
    'a purchase for another account (PAY-48)',
    { items: [{ media: 'm1' }], userId: 'somebody' },
    403,
    'not-allowed',
    'Forbidden',
  ],
  [
    'another price than the page showed (PAY-26)',
    { items: [{ media: 'm1' }], amount: 99 },
    409,
    'price-changed',
    'The price has changed',
  ],
];

describe('createPayment', () => {
  it.each(refusals)('refuses %s', async (_what, body, status, code, detail) => {
    await using fixture = await bootPayments();
    await publishCatalog(fixture);

    const { problem } = await send(fixture, body);

    expect(problem).toMatchObject({ status, code, detail, message: detail, error: detail });
    expect(await fixture.ledger()).toEqual([]);
  });

  it('sells an item once it has a file, and items projected before `deliverable` existed', async () => {
    await using fixture = await bootPayments();
    const sold = async (item: string): Promise<number> =>
      (await send(fixture, { items: [{ media: item }] })).status;
    for (const mediaId of ['old', 'm2']) await fixture.service.deliver(media({ mediaId, version: 3 }));
    expect(await sold('old')).toBe(200);

    // The catalog publishes the same version again, with the field that an older catalog omitted.
    await fixture.service.deliver(media({ mediaId: 'm2', version: 3, deliverable: false }));
    expect(await sold('m2')).toBe(409);
    await fixture.service.deliver(media({ mediaId: 'm2', version: 3 }));
    expect(await sold('m2')).toBe(409);
    await fixture.service.deliver(media({ mediaId: 'm2', version: 4, deliverable: true }));
    expect(await sold('m2')).toBe(200);
  });

  it('returns the current price when the page showed another (PAY-26)', async () => {
    await using fixture = await bootPayments();

    const { problem } = await send(fixture, { items: [{ media: 'm1' }], amount: '99' });

    expect(problem?.data).toEqual({ amount: 49_900, currency: 'INR' });
  });

  it('a visitor gets 401 (LIB-17)', async () => {
    await using fixture = await bootPayments();

    const attempt = fixture.as('visitor').createPayment({ body: { items: [{ media: 'm1' }] } });

    await expect(attempt).rejects.toMatchObject({ status: 401, code: 'not-authenticated' });
  });

  it.each([
    ['IN', 'm1', 49_900, 'INR'],
    ['US', 'm1', 599, 'USD'],
    ['IN', 'dollars', 43_900, 'INR'],
    ['US', 'dollars', 499, 'USD'],
    ['IN', 'halves', 25_000, 'INR'],
    ['US', 'halves', 101, 'USD'],
  ])('in %s, %s costs %i %s (PAY-05, PAY-06)', async (country, item, minor, currency) => {
    await using fixture = await bootPayments();
    await publishCatalog(fixture);

    const { answer } = await send(fixture, { items: [{ media: item }], country });

    expect(answer?.amount).toEqual({ minor, currency });
    expect(await fixture.ledger()).toMatchObject([{ amountMinor: minor, currency }]);
  });

  it('accepts the request bodies of magazine, profile and buy button (PAY-01, PAY-03, PAY-04)', async () => {
    await using fixture = await bootPayments();
    await fixture.service.deliver(media({ mediaId: 'issue', mediaType: 'magazine' }));
    const { userId } = fixture.buyer;
    const bodies = [
      {
        items: [{ media: 'issue', mediaType: 'magazine', format: 'text', price: 499 }],
        amount: 499,
        currency: 'INR',
      },
      {
        items: [{ ebook: 'm1', format: 'text' }],
        amount: 49_900,
        userId,
        country: 'IN',
        provider: 'cashfree',
        returnUrl: 'http://other.test/profile',
      },
      {
        items: [{ media: { _id: 'm1' }, mediaType: 'ebook', format: 'text', price: '5.99' }],
        amount: 599,
        currency: 'USD',
        country: 'us',
        provider: 'stripe',
        name: 'Asha',
        email: 'asha@example.org',
        contact: '+91 98765 43210',
        originalAmount: 499,
        originalCurrency: 'INR',
        convertedAmount: 5.99,
        convertedCurrency: 'USD',
        returnUrl: 'http://shop.test/ebook/m1?buy=1',
        type: 'purchase',
        userId,
      },
    ];

    const answers = await Promise.all(
      bodies.map((body) => send(fixture, body, { 'idempotency-key': randomUUID() })),
    );

    expect(answers.map(({ problem }) => problem)).toEqual([null, null, null]);
    expect(answers.map(({ answer }) => answer?.amount.minor)).toEqual([49_900, 49_900, 599]);
  });

  it('a duplicate item is sold once, and a film is sold as a film', async () => {
    await using fixture = await bootPayments();
    await publishCatalog(fixture);

    const { answer } = await send(fixture, {
      items: [{ media: 'm1' }, { ebookId: 'm1' }, { media: 'film' }],
    });

    expect(answer?.amount.minor).toBe(99_800);
    const order = await fixture.api.getOrder({ params: { orderId: answer?.orderId ?? '' } });
    expect(order.items.map(({ media: id, format }) => `${id} ${format}`)).toEqual(['m1 text', 'film video']);
  });

  it('providers and events get no title, item, personal data or referring page; the order has a description (PAY-39)', async () => {
    await using fixture = await bootPayments();
    const person = { name: 'Ashalata Rao', email: 'ashalata@example.org' };
    await fixture.service.deliver(media({ mediaId: 'salt-on-the-balcony' }));
    const returnUrl = 'http://shop.test/ebook/salt-on-the-balcony';
    for (const country of ['IN', 'US'])
      await send(fixture, { items: [{ media: 'salt-on-the-balcony' }], country, ...person, returnUrl });

    const published = [...fixture.providerRequests, JSON.stringify(await fixture.service.publishedEvents())];

    expect(published).toHaveLength(3);
    for (const secret of ['Balcony', 'balcony', 'Ashalata', 'ashalata', '/ebook'])
      for (const text of published) expect(text).not.toContain(secret);
    expect(published.join()).toContain('STR%20MEDIA%20ST-');
  });
});

describe('payment options of a country', () => {
  it.each([
    ['IN', 'cashfree', 'INR'],
    ['us', 'stripe', 'USD'],
  ])(
    '%s: %s, %s, in test mode by default, with statement and mail subject (PAY-05, PAY-21)',
    async (country, provider, currency) => {
      await using fixture = await bootPayments();

      const options = await fixture.as('visitor').getPaymentOptions({ query: { country } });

      expect(options).toEqual({
        provider,
        currency,
        statementName: 'STR MEDIA',
        mailSubject: 'Your order is ready',
        thanksSubject: 'Thank you',
        phoneReceipt: false,
        sandbox: true,
        stripePublishableKey: 'pk_test_x',
        cashfreeMode: 'sandbox',
      });
    },
  );
});
