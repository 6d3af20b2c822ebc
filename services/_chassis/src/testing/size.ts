/**
 * Sizes of tests. `SIZE=nightly` runs all cases and large numbers. A pull request leaves out what the fault run of the same
 * pull request covers, or a part of the combinations of one rule, because its minutes are limited (0146).
 */
import process from 'node:process';

export const isNightly = process.env.SIZE === 'nightly';

/** All cases nightly; in a pull request every nth one, the first included. */
export const sampled = <T>(cases: readonly T[], nth: number): readonly T[] =>
  isNightly ? cases : cases.filter((_, n) => n % nth === 0);
