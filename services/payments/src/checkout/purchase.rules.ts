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

export type PurchaseRequest = Extract<PaymentRequest, { purpose: 'purchase' }>;
/** A contribution or a run fee: its amount is named by the person who pays it. */
export type GivenRequest = Exclude<PaymentRequest, { purpose: 'purchase' }>;

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

/** Run fees are rupees by card, from wherever (checklist PAY-18, PAY-29); all else is decided by the country. */
const wayOf = ({ purpose, country }: PaymentRequest): { provider: Provider; currency: Currency } =>
  purpose === 'virtual-run' ? { provider: 'stripe', currency: 'INR' } : wayToPay(country);

/**
 * How and for whom an order is to be paid, or what is wrong with asking for it. The country decides the provider
 * and the currency (checklist PAY-05, PAY-28); a person pays for themselves only (PAY-48).
 * @param userId null without a login
 * @param origins where a buyer may be sent back to; the shop itself comes first
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
    // A buyer who was asked for a phone and left it out does not want it passed on (decision 0021).
    ...(request.contact === undefined && userId !== null ? { mayAskProfile: true as const } : {}),
  };
  return { provider, currency, country, returnOrigin, buyer };
};

export const isObjection = (plan: Plan | Objection): plan is Objection => 'code' in plan;

/** The same person with the same things in their hands, whatever they cost and however they pay. */
export const basketOf = (items: readonly PricedItem[], userId: string): string =>
  JSON.stringify([userId, ...items.map(({ mediaId, format }) => `${mediaId}:${format}`).sort()]);
