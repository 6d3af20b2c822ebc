import {
  type Currency,
  type InputOf,
  isEmail,
  type Money,
  normalisePhone,
  type ProblemCode,
  type Provider,
  type paymentsApi,
} from '@satrangi/contracts';
import { wayToPay } from '../pricing/pricing.rules.ts';
import type { Buyer } from './order.rules.ts';

export type PurchaseRequest = InputOf<(typeof paymentsApi)['createPayment']>['body'];

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

/**
 * How and for whom a purchase is to be paid, or what is wrong with asking for it. The country decides the provider
 * and the currency (checklist PAY-05, PAY-28); a person buys for themselves only (PAY-48).
 * @param origins where a buyer may be sent back to; the shop itself comes first
 */
export const planPurchase = (
  request: PurchaseRequest,
  userId: string,
  origins: readonly string[],
): Plan | Objection => {
  if (request.userId !== undefined && request.userId !== userId)
    return { code: 'not-allowed', detail: 'Forbidden' };
  const { country } = request;
  const { provider, currency } = wayToPay(country);
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
  };
  return { provider, currency, country, returnOrigin, buyer };
};

export const isObjection = (plan: Plan | Objection): plan is Objection => 'code' in plan;

/** Keys come from clients: anything printable, not too long to keep. */
export const isIdempotencyKey = (key: string): boolean => /^[\x21-\x7e]{1,255}$/.test(key);

/**
 * What an order is bought with, for two presses of one button without a key of their own: same person, same items,
 * same minute (checklist PAY-34).
 */
export const pressOf = (request: PurchaseRequest, userId: string, now: Date): string => {
  const items = request.items.map(({ mediaId, format }) => `${mediaId}:${format}`).sort();
  return JSON.stringify([userId, request.country, items, Math.floor(now.getTime() / 60_000)]);
};

/** Only for proving that tests miss the price lookup: the amount as the page claims it. */
export const believed = (claim: string | number | undefined, right: Money): Money => ({
  minor: Math.max(1, Math.round(Number(claim) || right.minor)),
  currency: right.currency,
});
