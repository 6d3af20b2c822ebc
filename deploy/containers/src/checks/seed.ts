import { booksForSale } from '../orders.ts';
import type { Report } from '../report.ts';
import type { Stack } from '../stack.ts';

/** The profile `seed` fills an empty shop, once. */
export const checkSeed = async (stack: Stack, report: Report): Promise<void> => {
  const first = await stack.runOnce('seed');
  report.check(
    'seed: the demo titles are put on the shelf',
    /\d+ titles put on the shelf/.test(first),
    first,
  );
  const again = await stack.runOnce('seed');
  report.check('seed: nothing is added a second time', again.includes('nothing was missing'), again);
  const { length: count } = await booksForSale(stack);
  report.check(`seed: ${count} books are for sale`, count > 10, count);
};
