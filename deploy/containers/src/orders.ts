import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@satrangi/start';
import { openReader, payOrder, type Reader, requestAt, startOrder } from './shop.ts';
import type { Stack } from './stack.ts';

export type PaidOrder = { readonly reader: Reader; readonly media: string };

const PATIENCE_MS = 300_000;
/** A reader buys every title once: with shorter pauses so many readers register that each needs a proof of work. */
const PAUSE_MS = 3_000;

/** @returns ids of the titles that cost something */
export const booksForSale = async ({ url }: Stack): Promise<string[]> => {
  const { json } = await requestAt(`${url}/api/ebooks?limit=100`);
  const { items } = json as { items: { _id: string; isForSale: boolean; isFree: boolean }[] };
  return items.filter(({ isForSale, isFree }) => isForSale && !isFree).map(({ _id }) => _id);
};

/** Pays, also when the response of the first attempt was lost: the sandbox then refuses the second one. */
const payUntilPaid = (stack: Stack, order: Awaited<ReturnType<typeof startOrder>>): Promise<unknown> =>
  until(
    'the order is paid',
    () =>
      payOrder(stack, order).then(
        () => true,
        (error: Error) => {
          if (/order is not active: PAID/.test(error.message)) return true;
          throw error;
        },
      ),
    PATIENCE_MS,
  );

/**
 * Buyers who buy one title after another and repeat each step until it succeeds, under one idempotency key for an order.
 * @returns the paid orders so far, and a stop that throws what a buyer could not do
 */
export const openBuyers = (stack: Stack, books: readonly string[], count: number) => {
  const paid: PaidOrder[] = [];
  let isStopping = false;
  const buy = async (name: string): Promise<void> => {
    for (let round = 1; !isStopping; round += 1) {
      const reader = await openReader(stack, `${name}-${round}`);
      for (const media of books) {
        if (isStopping) return;
        await payUntilPaid(stack, await startOrder(stack, reader, media));
        paid.push({ reader, media });
        await sleep(PAUSE_MS);
      }
    }
  };
  const all = Promise.allSettled(Array.from({ length: count }, (_, index) => buy(`buyer-${index + 1}`)));
  return {
    paid,
    stop: async (): Promise<void> => {
      isStopping = true;
      for (const result of await all) if (result.status === 'rejected') throw result.reason;
    },
  };
};
