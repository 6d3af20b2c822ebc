import { cutFace } from './cut-face.ts';
import type { CutAnswer, CutOrder } from './cutter.ts';

const answer = (message: CutAnswer): void => {
  process.send?.(message, undefined, {}, () => process.exit(0));
};

/** Cuts one face and ends, and the memory of two fonts ends with it. It knows no secrets, no store and no network. */
process.once('message', ({ script, pieces }: CutOrder) => {
  cutFace(script, pieces).then(
    ({ font, letters }) => answer({ font, letters }),
    (error: unknown) => answer({ problem: error instanceof Error ? error.message : 'unknown' }),
  );
});
// The service is gone: nobody waits for anything any more.
process.once('disconnect', () => process.exit(0));
