/** Time in which lists take what an act of this admin changes. */
const OWN_ACT_MS = 3_000;

let lastAt = Number.NEGATIVE_INFINITY;

/** Records that this admin has just saved, deleted, filtered, sorted, turned the page, or loaded again. */
export const noteOwnAct = (): void => {
  lastAt = performance.now();
};

/** Whether a change of a list may come from an act of this admin. */
export const isOwnActRecent = (): boolean => performance.now() - lastAt < OWN_ACT_MS;
