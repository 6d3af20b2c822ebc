import { describe, expect, it } from 'vitest';
import { bootPayments } from './boot-payments.ts';
import { publishCatalog, send } from './create-payment.ts';

describe('500 request bodies that try to change the price', () => {
  /** Seeded: the same numbers in each run. */
  const dice = (seed: number) => () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  const odd = [
    0,
    -1,
    0.01,
    1e9,
    '1',
    'NaN',
    '',
    '499',
    499,
    49_900,
    '-0',
    1e308,
    null,
    [],
    [499],
    {},
    { $gt: 0 },
    true,
    'x'.repeat(60),
  ];
  const carts: [unknown, number, number][] = [
    [[{ media: 'm1' }], 49_900, 599],
    [[{ media: 'dollars' }], 43_900, 499],
    [[{ media: 'm1' }, { media: 'dollars' }], 93_800, 1_098],
    [
      [
        { media: 'm1', price: 1 },
        { media: 'm1', price: -5 },
      ],
      49_900,
      599,
    ],
    [[{ media: 'm1' }, { media: 'free' }], 0, 0],
    [Array.from({ length: 10_000 }, () => ({ media: 'm1' })), 0, 0],
    ['m1', 0, 0],
  ];

  it('are charged the price of the catalog or refused (PAY-26)', async () => {
    await using fixture = await bootPayments();
    await publishCatalog(fixture);
    const roll = dice(42);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(roll() * from.length)] as T;
    const fields = [
      'amount',
      'convertedAmount',
      'originalAmount',
      'clientAmount',
      'price',
      'total',
      'amountMinor',
    ];
    let answered = 0;
    const charged = new Map<string, number>();
    const statuses = new Set<number>();

    for (let turn = 0; turn < 500; turn += 1) {
      const [items, rupees, cents] = pick(carts);
      const country = pick(['IN', 'US', 'DE']);
      const lies = Object.fromEntries(
        Array.from({ length: 1 + Math.floor(roll() * 3) }, () => [pick(fields), pick(odd)]),
      );
      const currency = roll() < 0.2 ? { currency: pick(['INR', 'USD', 'JPY', 'inr', 7]) } : {};
      const { status, answer } = await send(
        fixture,
        { items, country, ...lies, ...currency },
        { 'idempotency-key': `k${turn}` },
      );

      statuses.add(status);
      if (answer) {
        expect(answer.amount).toEqual(
          country === 'IN' ? { minor: rupees, currency: 'INR' } : { minor: cents, currency: 'USD' },
        );
        answered += 1;
        charged.set(answer.orderId, answer.amount.minor);
      }
    }

    const amounts = (await fixture.ledger()).map(({ amountMinor }) => amountMinor);
    expect([...amounts].sort()).toEqual([...charged.values()].sort());
    expect(answered).toBeGreaterThan(50);
    for (const status of statuses) expect([200, 400, 403, 404, 409, 413]).toContain(status);
  }, 60_000);
});
