import {
  type Currency,
  isEmail,
  normalisePhone,
  type PaymentRequest,
  type ProblemCode,
  type Provider,
} from '@satrangi/contracts';
import type { Buyer } from '../orders/order.rules.ts';
import { type PricedItem, wayToPay } from '../pricing/pricing.rules.ts';

export type PurchaseRequest = Extract<PaymentRequest, { purpose: 'purchase' | 'gift-purchase' }>;
/** A contribution or a run fee: the payer chooses the amount. */
export type GivenRequest = Exclude<PaymentRequest, PurchaseRequest>;

export type Plan = {
  readonly provider: Provider;
  readonly currency: Currency;
  readonly country: string;
  readonly returnOrigin: string;
  readonly buyer: Buyer;
};

export type Objection = { readonly code: ProblemCode; readonly detail: string; readonly pointer?: string };

const wrong = (field: string, detail: string): Objection => ({
  code: 'validation-failed',
  detail,
  pointer: `/body/${field}`,
});

const originOf = (returnUrl: string | undefined, origins: readonly string[]): string | null => {
  const [home = ''] = origins;
  if (!returnUrl) return home;
  const { origin } = new URL(returnUrl);
  return origins.includes(origin) ? origin : null;
};

/** Run fees are paid in rupees by card from every country (checklist PAY-18, PAY-29); otherwise the country decides. */
const wayOf = ({ purpose, country }: PaymentRequest): { provider: Provider; currency: Currency } =>
  purpose === 'virtual-run' ? { provider: 'stripe', currency: 'INR' } : wayToPay(country);

/**
 * Validates a payment request. Returns provider, currency and buyer of the order, or the problem. The country decides
 * provider and currency (checklist PAY-05, PAY-28); a purchase for another account is refused (PAY-48).
 * @param userId null without a login
 * @param origins allowed return origins; the shop itself comes first
 */
export const planPayment = (
  request: PaymentRequest,
  userId: string | null,
  origins: readonly string[],
): Plan | Objection => {
  if (request.userId !== undefined && request.userId !== userId)
    return { code: 'not-allowed', detail: 'Forbidden' };
  const { country } = request;
  const { provider, currency } = wayOf(request);
  if (request.provider && request.provider !== provider)
    return wrong('provider', 'Provider and country do not match');
  if (request.currency && request.currency !== currency)
    return wrong('currency', 'Provider and currency do not match');
  if (request.email && !isEmail(request.email)) return wrong('email', 'Valid email required');
  const returnOrigin = originOf(request.returnUrl, origins);
  if (returnOrigin === null) return wrong('returnUrl', 'returnUrl is not allowed');
  const buyer: Buyer = {
    name: request.name || null,
    email: request.email || null,
    phone: request.contact ? normalisePhone(request.contact) : null,
    // An empty phone field is a refusal to send a phone number (decision 0021).
    ...(request.contact === undefined && userId !== null ? { mayAskProfile: true as const } : {}),
  };
  return { provider, currency, country, returnOrigin, buyer };
};

export const isObjection = (plan: Plan | Objection): plan is Objection => 'code' in plan;

/** The basket key: the same buyer and items, independent of price and provider. A gift is another basket for each address. */
export const basketOf = (items: readonly PricedItem[], userId: string, request: PurchaseRequest): string =>
  JSON.stringify([
    userId,
    ...(request.purpose === 'gift-purchase' ? ['gift', request.giftEmail] : []),
    ...items.map(({ mediaId, format }) => `${mediaId}:${format}`).sort(),
  ]);
