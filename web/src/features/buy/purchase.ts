import type { MediaItem } from '@satrangi/contracts';
import { chargeFor, type Money } from '@satrangi/contracts/pure';
import type { PaymentOptions } from '../../lib/payments/payments-queries.ts';

/** What a buyer says of themselves for one order. */
export type Buyer = { readonly name: string; readonly email: string; readonly contact: string };

export const BUYER_MISSING = 'Please fill in at least your name and email';

/** A purchase as it is asked for. The amounts are what the page shows; the server charges what it knows. */
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
    // Sent when it is empty too: whoever left it out does not want the one of their profile told.
    contact: contact.trim(),
    ...(item.priceINR === null ? {} : { originalAmount: item.priceINR, originalCurrency: 'INR' }),
    ...(charge ? { convertedAmount: charge.minor / 100, convertedCurrency: currency } : {}),
    items: [{ media: item._id, mediaType: item.mediaType, format: item.format }],
    type: 'purchase' as const,
  };
};

export type PurchaseBody = ReturnType<typeof purchaseBody>;

/** What the button says it takes, or null when the title has no price. */
export const amountOf = (item: MediaItem, currency: Money['currency']): Money | null =>
  chargeFor(item, currency);
