/** Negative controls: with a protection removed (decision 0055), the harm it prevents must be observable. */
import { paymentsSnapshotRequested } from '@satrangi/contracts';
import mongoose from 'mongoose';
import { describe, expect, it, vi } from 'vitest';

type Module = typeof import('./boot-usage.ts');

/** The fixture, loaded with a mutation of the service. */
const bootWithout = async (removed: string) => {
  const query = removed === 'nothing' ? '' : `?mutations=${removed}`;
  const module: Module = await import(/* @vite-ignore */ `./boot-usage.ts${query}`);
  return { usage: await module.bootUsage(), module };
};

/** Lets one write of facts fail, before it is done or after. */
const failOnce = (method: 'bulkWrite' | 'updateMany', when: 'before' | 'after') => {
  const { prototype } = mongoose.mongo.Collection;
  type Collection = { readonly collectionName: string };
  const write = prototype[method] as (...given: unknown[]) => Promise<unknown>;
  let hasFailed = false;
  const failing = vi.spyOn(prototype, method).mockImplementation(async function (
    this: Collection,
    ...given: unknown[]
  ) {
    if (hasFailed || this.collectionName !== 'facts') return write.apply(this, given);
    hasFailed = true;
    if (when === 'after') await write.apply(this, given);
    throw new Error('the store failed');
    // the methods of the driver are overloaded; the double passes all arguments on
  } as never);
  return { [Symbol.dispose]: () => failing.mockRestore() };
};

describe('with a protection removed, the numbers would', () => {
  it.each(['fact-claim', 'nothing'])(
    'count a fact twice whose first write was not answered (P75; %s is removed)',
    async (removed) => {
      const { usage: fixture, module } = await bootWithout(removed);
      await using usage = fixture;
      const event = module.purchase({ orderId: 'one' });
      {
        using _failing = failOnce('bulkWrite', 'after');
        await expect(usage.service.deliver(event)).rejects.toThrow();
      }
      await usage.service.deliver(event);
      await usage.count();

      expect((await usage.admin.getKpis()).paidOrders).toBe(removed === 'nothing' ? 1 : 2);
    },
  );

  it.each(['fact-claim-in-write', 'nothing'])(
    'lose a fact whose first write failed (P75; %s is removed)',
    async (removed) => {
      const { usage: fixture, module } = await bootWithout(removed);
      await using usage = fixture;
      const event = module.purchase({ orderId: 'one' });
      {
        using _failing = failOnce('bulkWrite', 'before');
        await expect(usage.service.deliver(event)).rejects.toThrow();
      }
      await usage.service.deliver(event);
      await usage.count();

      expect((await usage.admin.getKpis()).paidOrders).toBe(removed === 'nothing' ? 1 : 0);
    },
  );

  it.each(['history-request', 'nothing'])(
    'lack what was paid before the first start (P75, P76; %s is removed)',
    async (removed) => {
      const { usage: fixture } = await bootWithout(removed);
      await using usage = fixture;
      const requested = (await usage.service.publishedEvents()).filter(
        ({ type }) => type === paymentsSnapshotRequested.type,
      );

      expect(requested).toHaveLength(removed === 'nothing' ? 1 : 0);
    },
  );

  it.each(['part-returns', 'nothing'])(
    'show revenue that went back in part (P76; %s is removed)',
    async (removed) => {
      const { usage: fixture, module } = await bootWithout(removed);
      await using usage = fixture;
      const part = { orderId: 'one', refundId: 'part', rupeesMinor: 10_000, isWhole: false };
      for (const event of [module.purchase({ orderId: 'one' }), module.refund(part)])
        await usage.service.deliver(event);
      await usage.count();

      expect((await usage.admin.getKpis()).totalRevenue).toBe(removed === 'nothing' ? 399 : 499);
    },
  );

  it.each(['whole-windows', 'nothing'])(
    'count a half hour twice after a stop, because it is incremented (P74; %s is removed)',
    async (removed) => {
      const { usage: fixture, module } = await bootWithout(removed);
      await using usage = fixture;
      {
        // the facts are counted, and not marked as counted
        using _failing = failOnce('updateMany', 'before');
        await usage.service.deliver(module.purchase({ orderId: 'one' }));
        await vi.waitFor(() => usage.count(), { timeout: 10_000, interval: 1 });
      }
      await usage.service.deliver(module.purchase({ orderId: 'two' }));
      await usage.count();

      const { paidOrders } = await usage.admin.getKpis();
      // without the protection a concurrent count of the service adds the second one again, too
      if (removed === 'nothing') expect(paidOrders).toBe(2);
      else expect(paidOrders).toBeGreaterThan(2);
    },
  );
});
