import { session } from '../../lib/session.ts';

/** The key contains the user id: a tab may outlive the login. */
const keyOf = (mediaId: string, reader = session.get()?.userId): string => `paid-order:${reader}:${mediaId}`;

/**
 * Stores a paid order whose title is not delivered yet across the reload, so that the buyer still sees it. Session
 * storage of this tab.
 */
export const undeliveredOrder = {
  write: (mediaId: string, orderId: string, reader?: string | null): void => {
    try {
      sessionStorage.setItem(keyOf(mediaId, reader), orderId);
    } catch {
      // The order is listed in the profile too.
    }
  },
  read: (mediaId: string): string | null => {
    try {
      return sessionStorage.getItem(keyOf(mediaId));
    } catch {
      return null;
    }
  },
  clear: (mediaId: string): void => {
    try {
      sessionStorage.removeItem(keyOf(mediaId));
    } catch {
      // Nothing was stored.
    }
  },
};
