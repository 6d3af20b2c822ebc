import { chargeFor, isForSale } from '@satrangi/contracts';
import { isDeliverable, type Media, type PricedItem } from '../pricing/pricing.rules.ts';

/** True when an item is still sold at the ordered price. */
export const isStillOffered = ({ unit }: PricedItem, media: Media | undefined): boolean => {
  if (media?.status !== 'published' || !isForSale(media) || !isDeliverable(media)) return false;
  const now = chargeFor(media, unit.currency);
  return now !== null && now.minor === unit.minor;
};
