import type { MediaItem } from '@satrangi/contracts';
import { chargeFor, type Money } from '@satrangi/contracts/pure';
import type { PaymentOptions } from '../../lib/payments/payments-queries.ts';

/** The buyer's details for one order. */
export type Buyer = {
  readonly name: string;
  readonly email: string;
  readonly contact: string;
  /** A gift: where its code is mailed; empty: nowhere. */
  readonly giftEmail?: string;
};

export const BUYER_MISSING = 'Please fill in at least your name and email';

/** The request for a purchase. The amounts are those shown; the server charges its own price. */
export const purchaseBody = (
  item: MediaItem,
  { name, email, contact }: Buyer,
  country: string,
  { provider, currency }: Pick<PaymentOptions, 'provider' | 'currency'>,
) => {
  const charge = chargeFor(item, currency);
  return {
    amount: charge?.minor,
    currency,
    country,
    provider,
    name: name.trim(),
    email: email.trim(),
    // Sent when empty too: otherwise the server would use the phone of the profile.
    contact: contact.trim(),
    ...(item.priceINR === null ? {} : { originalAmount: item.priceINR, originalCurrency: 'INR' }),
    ...(charge ? { convertedAmount: charge.minor / 100, convertedCurrency: currency } : {}),
    items: [{ media: item._id, mediaType: item.mediaType, format: item.format }],
    type: 'purchase' as const,
  };
};

/** What makes a purchase a gift. */
export const giftFields = ({ giftEmail = '' }: Buyer) => ({ isGift: true, giftEmail: giftEmail.trim() });

export type PurchaseBody = ReturnType<typeof purchaseBody> & { readonly storedCard?: 'store' | 'use' };

/** The amount on the button, or null when the title has no price. */
export const displayedAmount = (item: MediaItem, currency: Money['currency']): Money | null =>
  chargeFor(item, currency);
