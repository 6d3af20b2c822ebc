import type { SubsetRequest, SubsetResult } from './font-subsetter.ts';
import { subsetFont } from './subset-font.ts';

const reply = (message: SubsetResult): void => {
  process.send?.(message, undefined, {}, () => process.exit(0));
};

/** Subsets one font and exits, which frees its memory. The process has no secrets, database or network. */
process.once('message', ({ script, pieces }: SubsetRequest) => {
  subsetFont(script, pieces).then(
    ({ font, letters }) => reply({ font, letters }),
    (error: unknown) => reply({ problem: error instanceof Error ? error.message : 'unknown' }),
  );
});
// The service has exited.
process.once('disconnect', () => process.exit(0));
