import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { send, shelf } from './any-body.ts';
import { media, openWorld } from './world.ts';

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
  [
    'an item without a price',
    { items: [{ media: 'unpriced' }] },
    409,
    'price-not-available',
    'Price not available',
  ],
  [
    'a withdrawn item',
    { items: [{ media: 'withdrawn' }] },
    409,
    'price-not-available',
    'Price not available',
  ],
  [
    'an item without a file to deliver',
    { items: [{ media: 'no-file' }] },
    409,
    'price-not-available',
    'This title is not for sale yet',
  ],
  [
    'less than Stripe takes',
    { items: [{ media: 'tiny' }], country: 'US' },
    409,
    'price-not-available',
    'Price not available',
  ],
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
    'a return to a strange place (PAY-46)',
    { items: [{ media: 'm1' }], returnUrl: 'https://shop.test.evil.example/' },
    400,
    'validation-failed',
    'returnUrl is not allowed',
  ],
  [
    'a return to a script (PAY-46)',
    { items: [{ media: 'm1' }], returnUrl: 'javascript:alert(1)' },
    400,
    'validation-failed',
    'returnUrl is not allowed',
  ],
  [
    'a purchase for somebody else (PAY-48)',
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

describe('what is sold, to whom, for how much', () => {
  it.each(refusals)('refuses %s', async (_what, body, status, code, detail) => {
    await using world = await openWorld();
    await shelf(world);

    const { problem } = await send(world, body);

    expect(problem).toMatchObject({ status, code, detail, message: detail, error: detail });
    expect(await world.ledger()).toEqual([]);
  });

  it('sells an item from the moment it has a file, and one remembered before files were told', async () => {
    await using world = await openWorld();
    const sold = async (item: string): Promise<number> =>
      (await send(world, { items: [{ media: item }] })).status;
    for (const mediaId of ['old', 'm2']) await world.service.deliver(media({ mediaId, version: 3 }));
    expect(await sold('old')).toBe(200);

    // the catalog says the same version again, with what an older catalog left out
    await world.service.deliver(media({ mediaId: 'm2', version: 3, deliverable: false }));
    expect(await sold('m2')).toBe(409);
    await world.service.deliver(media({ mediaId: 'm2', version: 3 }));
    expect(await sold('m2')).toBe(409);
    await world.service.deliver(media({ mediaId: 'm2', version: 4, deliverable: true }));
    expect(await sold('m2')).toBe(200);
  });

  it('tells the right price when the page showed another (PAY-26)', async () => {
    await using world = await openWorld();

    const { problem } = await send(world, { items: [{ media: 'm1' }], amount: '99' });

    expect(problem?.data).toEqual({ amount: 49_900, currency: 'INR' });
  });

  it('a visitor signs in first (LIB-17)', async () => {
    await using world = await openWorld();

    const attempt = world.as('visitor').createPayment({ body: { items: [{ media: 'm1' }] } });

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
    await using world = await openWorld();
    await shelf(world);

    const { answer } = await send(world, { items: [{ media: item }], country });

    expect(answer?.amount).toEqual({ minor, currency });
    expect(await world.ledger()).toMatchObject([{ amountMinor: minor, currency }]);
  });

  it('the magazine, profile and buy-button bodies of the pages are all understood (PAY-01, PAY-03, PAY-04)', async () => {
    await using world = await openWorld();
    await world.service.deliver(media({ mediaId: 'issue', mediaType: 'magazine' }));
    const { userId } = world.buyer;
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
      bodies.map((body) => send(world, body, { 'idempotency-key': randomUUID() })),
    );

    expect(answers.map(({ problem }) => problem)).toEqual([null, null, null]);
    expect(answers.map(({ answer }) => answer?.amount.minor)).toEqual([49_900, 49_900, 599]);
  });

  it('an item named twice is sold once, and a film is sold as a film', async () => {
    await using world = await openWorld();
    await shelf(world);

    const { answer } = await send(world, { items: [{ media: 'm1' }, { ebookId: 'm1' }, { media: 'film' }] });

    expect(answer?.amount.minor).toBe(99_800);
    const order = await world.api.getOrder({ params: { orderId: answer?.orderId ?? '' } });
    expect(order.items.map(({ media: id, format }) => `${id} ${format}`)).toEqual(['m1 text', 'film video']);
  });

  it('neither provider nor event hears a title, an item, a person or the page they came from; the order has a description (PAY-39)', async () => {
    await using world = await openWorld();
    const person = { name: 'Ashalata Rao', email: 'ashalata@example.org' };
    await world.service.deliver(media({ mediaId: 'salt-on-the-balcony' }));
    const returnUrl = 'http://shop.test/ebook/salt-on-the-balcony';
    for (const country of ['IN', 'US'])
      await send(world, { items: [{ media: 'salt-on-the-balcony' }], country, ...person, returnUrl });

    const told = [...world.toldProviders, JSON.stringify(await world.service.announced())];

    expect(told).toHaveLength(3);
    for (const secret of ['Balcony', 'balcony', 'Ashalata', 'ashalata', '/ebook'])
      for (const text of told) expect(text).not.toContain(secret);
    expect(told.join()).toContain('STR%20MEDIA%20ST-');
  });
});

describe('how a country pays', () => {
  it.each([
    ['IN', 'cashfree', 'INR'],
    ['us', 'stripe', 'USD'],
  ])(
    '%s: %s, %s, in test mode by default, and the words of statement and mail are said before paying (PAY-05, PAY-21)',
    async (country, provider, currency) => {
      await using world = await openWorld();

      const options = await world.as('visitor').getPaymentOptions({ query: { country } });

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
