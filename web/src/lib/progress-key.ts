import { PLACE_PREFIX } from '@satrangi/kit/browser/store';
import { session } from './session.ts';

/** Progress in an item with its client time (ISO 8601). */
export type Timestamped = { readonly at: string };

/**
 * Local storage key of a reader's progress in an item. It contains the user id, so shared browsers keep readers
 * apart.
 */
export const progressKey = (id: string): string =>
  `${PLACE_PREFIX}${session.get()?.userId ?? 'visitor'}:${id}`;
