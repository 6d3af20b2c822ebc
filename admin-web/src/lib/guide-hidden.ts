import { session } from '@satrangi/kit/browser/session';
import { createStore, safeStorage } from '@satrangi/kit/browser/store';

const keyOf = (userId: string | null): string => `admin-guide-hidden:${userId ?? ''}`;
const own = (): string => keyOf(session.get()?.userId ?? null);

/** Whether this admin hid the first steps in this browser. Nothing else of the guide is stored. */
const version = createStore(0);

export const guideHidden = {
  subscribe: version.subscribe,
  get: (): boolean => safeStorage.read(own()) !== null,
  set: (isHidden: boolean): void => {
    safeStorage.write(own(), isHidden ? '1' : null);
    version.set(version.get() + 1);
  },
};
