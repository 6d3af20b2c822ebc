const KEY = 'paid-order';

/**
 * A paid order whose title has not arrived yet, remembered while the page starts afresh: nobody who has just paid is
 * shown a shop that seems to have forgotten it. Kept for this tab only.
 */
export const paidNote = {
  write: (mediaId: string, orderId: string): void => {
    try {
      sessionStorage.setItem(`${KEY}:${mediaId}`, orderId);
    } catch {
      // The order stands in the profile all the same.
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
      // Nothing was kept.
    }
  },
};
