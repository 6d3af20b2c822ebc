import { type Clock, failpoint, type OwnFiles } from '@satrangi/chassis';
import type { ImagesStore } from './images.store.ts';

const KEPT_MS = 7 * 86_400_000;
const PAGE = 200;

type Deps = {
  readonly images: Pick<ImagesStore, 'unusedSince' | 'use' | 'startRemoval' | 'inRemoval' | 'remove'>;
  readonly ownFiles: Pick<OwnFiles, 'remove'>;
  readonly clock: Clock;
  /** Runs before the search for uses. */
  readonly prepare: () => Promise<void>;
  /** The pictures among these that are used; one function per store with uses. */
  readonly usedIn: readonly ((names: readonly string[]) => Promise<readonly string[]>)[];
};

/**
 * Removes pictures without a use for 7 days. Every stored text is a use, so that versions, letters and snapshots keep
 * theirs. The mark comes first: a save that renews the picture in between keeps it, and a stop after the mark is
 * finished by the next run.
 */
export const sweepImages = ({ images, ownFiles, clock, prepare, usedIn }: Deps) => {
  const removeMarked = async (): Promise<void> => {
    for (const { _id, isOwn } of await images.inRemoval()) {
      // bytes of the shared store stay: another service may have stored the same ones
      if (isOwn) await ownFiles.remove(_id);
      failpoint('cms.picture-without-bytes');
      await images.remove(_id);
    }
  };

  return async (): Promise<void> => {
    await prepare();
    const before = new Date(clock.now().getTime() - KEPT_MS);
    for (let last = ''; ; ) {
      const names = await images.unusedSince(before, last, PAGE);
      if (names.length === 0) break;
      const used = new Set((await Promise.all(usedIn.map((find) => find(names)))).flat());
      await images.use([...used]);
      for (const name of names) if (!used.has(name)) await images.startRemoval(name, before);
      last = names.at(-1) ?? '';
    }
    failpoint('cms.picture-marked');
    await removeMarked();
  };
};
