import type { MediaItem } from '@satrangi/contracts';

/** What a visitor can do with an item: open it (owned or free), buy it, or neither. */
export type Offer = 'owned' | 'free' | 'sale' | 'none';

export const offerOf = (
  { isFree, isForSale }: Pick<MediaItem, 'isFree' | 'isForSale'>,
  hasAccess: boolean,
): Offer => {
  if (isFree) return 'free';
  if (hasAccess) return 'owned';
  return isForSale ? 'sale' : 'none';
};

export const canOpen = (offer: Offer): boolean => offer === 'owned' || offer === 'free';
