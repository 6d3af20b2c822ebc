/** Time in which a list takes what an act of this admin changes. */
const OWN_ACT_MS = 3_000;

let acts = 0;
let lastAt = Number.NEGATIVE_INFINITY;

/** Records that this admin has just saved, deleted, filtered, sorted, turned the page, or loaded again. */
export const noteOwnAct = (): void => {
  acts += 1;
  lastAt = performance.now();
};

/** The number of the last act of this admin; 0 when it is too long ago to be the reason of a change. */
export const recentOwnAct = (): number => (performance.now() - lastAt < OWN_ACT_MS ? acts : 0);
