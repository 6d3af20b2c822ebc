/** What Stripe shows of a card. Its number is not stored. */
export type CardFace = {
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
};

/** Stripe's test cards by outcome, see https://docs.stripe.com/testing#declined-payments. */
const declineCodes: Record<string, string | undefined> = {
  '4000000000000002': 'generic_decline',
  '4000000000009995': 'insufficient_funds',
  '4000000000000069': 'expired_card',
  '4000000000000127': 'incorrect_cvc',
  '4000000000000341': 'generic_decline',
};
const goodCards = new Set(['4242424242424242', '5555555555554444', '4000003560000008']);

/** Can be attached to a customer, but a later payment with it is declined. */
const declinedOnceStored = '4000000000000341';

export type TypedCard = CardFace & {
  readonly outcome: 'succeeded' | 'failed';
  readonly declineCode: string;
  readonly isDeclinedOnceStored: boolean;
};

const brandOf = (digits: string): string => {
  if (/^(5[1-5]|2[2-7])/.test(digits)) return 'mastercard';
  return /^3[47]/.test(digits) ? 'amex' : 'visa';
};

/** @param expiry as a card form has it, `12 / 34` */
export const typedCard = (number: string, expiry = '12 / 34'): TypedCard => {
  const digits = number.replace(/\D/g, '');
  const [month = '12', year = '34'] = expiry.match(/\d{2}/g) ?? [];
  return {
    brand: brandOf(digits),
    last4: digits.slice(-4),
    expMonth: Number(month),
    expYear: 2000 + Number(year),
    outcome: goodCards.has(digits) ? 'succeeded' : 'failed',
    declineCode: declineCodes[digits] ?? 'test_mode_live_card',
    isDeclinedOnceStored: digits === declinedOnceStored,
  };
};
