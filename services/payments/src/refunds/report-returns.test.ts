import type { AnyEvent } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import type { Order } from '../orders/order.rules.ts';
import type { OrderStore } from '../orders/orders.store.ts';
import { reportReturns } from './report-returns.ts';

const now = new Date('2026-03-01T10:00:00Z');
const usd = (minor: number) => ({ minor, currency: 'USD' as const });
// the fields of an order that a return reads
const paid = { _id: 'o1', amount: usd(500), totalPaise: 44_000, paidAt: now } as unknown as Order;

/** Reports refunds of an order one after the other. @returns what each took from its revenue */
const reportAll = async (steps: readonly (number | Partial<Order>)[]): Promise<number[]> => {
  const published: number[] = [];
  // stubs of what a report calls; the casts spare the rest of the store and of the events
  const report = reportReturns(
    {
      byId: async () => null,
      noteReturned: async (order: Order, returned: NonNullable<Order['returned']>[number]) => ({
        ...order,
        returned: [...(order.returned ?? []), returned],
        returnedMinor: (order.returnedMinor ?? 0) + returned.minor,
      }),
      // the one call that is made
    } as unknown as OrderStore,
    {
      events: {
        newEvent: (_definition: unknown, { data }: { data: { amount: { minor: number } } }) => {
          published.push(data.amount.minor);
          return {} as AnyEvent;
        },
        // the parts of events, ids and log that are used
      } as never,
      // as above
      ids: { eventId: () => 'e' } as never,
      clock: { now: () => now },
      // as above
      log: { info: () => undefined } as never,
    },
  );
  let order = paid;
  for (const [n, step] of steps.entries())
    order =
      typeof step === 'number'
        ? await report(order, [{ id: `r${n}`, kind: 'refund', reported: usd(step) }])
        : { ...order, ...step };
  return published;
};

it.each([
  ['in parts', [200, 300], [200, 300]],
  ['and by a dispute of the same money', [500, 500], [500]],
  ['after a second payment, which goes back first', [{ paidAgainMinor: 500 }, 300, 400, 300], [200, 300]],
  ['in part before a second payment, which goes back whole', [100, { paidAgainMinor: 500 }, 500], [100]],
  ['before a second payment, which goes back too', [500, { paidAgainMinor: 500 }, 500], [500]],
])('money that goes back %s takes from the revenue what was revenue', async (_how, steps, taken) => {
  expect(await reportAll(steps)).toEqual(taken);
});
