import { anEvent, recordQueries, testUser } from '@satrangi/chassis/testing';
import { accessGranted, OrderId } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { bootPayments } from './boot-payments.ts';
import { buy, providers } from './orders-fixture.ts';

/** Store commands of one order: start, settlement and the event of the library. */
const MOST = 12;

it.each(providers)(
  `an order bought by %s, paid and granted causes at most ${MOST} store commands`,
  async (provider) => {
    await using fixture = await bootPayments();
    const commandsOf = recordQueries(fixture.service);
    const orders: string[][] = [];
    for (let n = 0; n < 3; n += 1) {
      const user = testUser();
      const { userId } = user;
      const { orderId, reference } = await buy(fixture, provider, {}, user);
      await fixture.service.publishedEvents();
      const owned = { userId, mediaId: 'm1', mediaType: 'ebook', format: 'text' } as const;
      const completes = OrderId.parse(orderId);
      await fixture.service.deliver(anEvent(accessGranted, { data: { ...owned, completes } }));
      await fixture.service.publishedEvents();
      orders.push(commandsOf(orderId, userId, reference, '"m1"'));
    }

    // A slow machine may add a retry: the minimum of the orders is the cost of one.
    const [cheapest] = orders.toSorted((one, other) => one.length - other.length);
    expect(cheapest).toContain('orders.bulkWrite');
    expect(cheapest?.length, cheapest?.join(', ')).toBeLessThanOrEqual(MOST);
  },
);
