const KEY = 'paid-order';

/**
 * Stores a paid order whose title is not delivered yet across the reload, so that the buyer still sees it. Session
 * storage of this tab.
 */
export const undeliveredOrder = {
  write: (mediaId: string, orderId: string): void => {
    try {
      sessionStorage.setItem(`${KEY}:${mediaId}`, orderId);
    } catch {
      // The order is listed in the profile too.
    }
  },
  read: (mediaId: string): string | null => {
    try {
      return sessionStorage.getItem(`${KEY}:${mediaId}`);
    } catch {
      return null;
    }
  },
  clear: (mediaId: string): void => {
    try {
      sessionStorage.removeItem(`${KEY}:${mediaId}`);
    } catch {
      // Nothing was stored.
    }
  },
};
