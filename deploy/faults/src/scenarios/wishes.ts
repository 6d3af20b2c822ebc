import { type Counts, count, inWords, isClean, untilFulfilled, untilQuiet } from '../checker.ts';
import { type Paid, pay, start, type Wish } from '../shop.ts';
import type { World } from '../world.ts';

const SETTLED_MS = 60_000;
const QUIET_MS = 90_000;

/** So many wishes of one new reader, at both providers in turn, each for another book. */
export const wishesOf = async (world: World, many: number): Promise<Wish[]> => {
  const reader = await world.newReader();
  return world.books.slice(0, many).map((book, n) => ({
    reader,
    book,
    country: n % 2 === 0 ? 'IN' : 'US',
    email: `${reader.userId}.${n}@faults.example`,
  }));
};

/** So many books bought and paid for by new readers, at most as many for each as there are books. */
export const buyMany = async (world: World, many: number): Promise<Paid[]> => {
  const paid: Paid[] = [];
  while (paid.length < many)
    for (const wish of await wishesOf(world, Math.min(10, many - paid.length)))
      paid.push(await pay(world, wish, await start(world, wish)));
  return paid;
};

/** Waits until everything that was paid stands in a library, and counts. */
export const settled = async (
  world: World,
  paid: readonly Paid[],
  withinMs = SETTLED_MS,
): Promise<{ ok: boolean; detail: string; counts: Counts }> => {
  const orderIds = paid.map(({ orderId }) => orderId);
  const open = await untilFulfilled(world, orderIds, withinMs);
  await untilQuiet(world, QUIET_MS);
  const counts = await count(world, paid);
  return {
    ok: isClean(counts) && open === 0 && counts.attempt === paid.length,
    detail: inWords(counts),
    counts,
  };
};
