import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { refusalOf, start } from './buying.ts';
import { post, signedFact } from './webhooks.ts';
import type { World } from './world.ts';

const STALE_MS = 10 * 60_000;
const RUPEE = 100;

const openWithout = async (mutation: string | null): Promise<World> => {
  const query = mutation === null ? '' : `?mutations=${mutation}`;
  const { openWorld }: typeof import('./world.ts') = await import(/* @vite-ignore */ `./world.ts${query}`);
  return openWorld();
};

/** What happens with the safety part, what happens without it, and how to see which of the two it was. */
type Control = readonly [
  mutation: string,
  outcomes: { readonly kept: unknown; readonly removed: unknown },
  act: (world: World) => Promise<unknown>,
];

const controls: readonly Control[] = [
  [
    'amount-check',
    { kept: 'mismatch', removed: 'paid' },
    async (world) => {
      const order = await start(world, 'cashfree');
      await world.knob({ target: 'cashfree.*', wrongAmount: { amountMinor: order.minor - RUPEE } });
      await order.pay();
      await order.confirm();
      return order.state();
    },
  ],
  [
    'freshness',
    { kept: 'pending', removed: 'paid' },
    async (world) => {
      const order = await start(world, 'cashfree');
      await post(world, signedFact('cashfree', 'success', order, new Date(Date.now() - STALE_MS)));
      return order.state();
    },
  ],
  [
    'rank-rule',
    { kept: 'paid', removed: 'failed' },
    async (world) => {
      const order = await start(world, 'cashfree');
      await order.pay();
      await order.confirm();
      await post(world, signedFact('cashfree', 'failed', order));
      return order.state();
    },
  ],
  [
    'price-lookup',
    { kept: 'price-changed', removed: RUPEE },
    async (world) => {
      const body = { items: [{ media: 'm1' }], country: 'IN', amount: RUPEE };
      const refused = await refusalOf(world.api.createPayment({ body }));
      return refused?.code ?? (await world.ledger())[0]?.amountMinor;
    },
  ],
  [
    'sweeper',
    { kept: 'paid', removed: 'pending' },
    async (world) => {
      const order = await start(world, 'cashfree');
      await order.pay();
      world.service.clock.advance(21_000);
      await world.service.runJob('sweep-orders');
      return order.state();
    },
  ],
  [
    'one-open-order',
    { kept: 1, removed: 2 },
    async (world) => {
      const body = { items: [{ media: 'm1' }], country: 'IN' };
      for (const key of [randomUUID(), randomUUID()])
        await world.api.createPayment({ body }, { headers: { 'idempotency-key': key } });
      return world.orders.countDocuments({ state: 'pending' });
    },
  ],
];

/** Negative controls: without a safety part (decision 0055), the harm it prevents must show. */
describe.each(controls)('%s', (mutation, { kept, removed }, act) => {
  it.each([
    ['in place', null, kept],
    ['removed', mutation, removed],
  ] as const)('%s', async (_name, without, expected) => {
    await using world = await openWithout(without);

    expect(await act(world)).toBe(expected);
  });
});
