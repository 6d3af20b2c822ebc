import type { Clock } from '@satrangi/chassis';
import type { TextsStore } from './texts.store.ts';

const KEPT_MS = 7 * 86_400_000;
const PAGE = 200;

type Deps = {
  readonly texts: TextsStore;
  readonly clock: Clock;
  /** The ids among these that are referenced; one function per store with references. */
  readonly referencedBy: readonly ((ids: readonly string[]) => Promise<readonly string[]>)[];
};

/** Removes texts without a reference for 7 days. A text that is written or used again in between stays. */
export const sweepTexts =
  ({ texts, clock, referencedBy }: Deps) =>
  async (): Promise<void> => {
    const before = new Date(clock.now().getTime() - KEPT_MS);
    for (let last = ''; ; ) {
      const ids = await texts.unusedSince(before, last, PAGE);
      if (ids.length === 0) return;
      const referenced = new Set((await Promise.all(referencedBy.map((find) => find(ids)))).flat());
      await texts.remove(
        ids.filter((id) => !referenced.has(id)),
        before,
      );
      last = ids.at(-1) ?? '';
    }
  };
