import { type Clock, digestId, Refusal } from '@satrangi/chassis';
import type { PaymentRequest, StartedPayment, UserId } from '@satrangi/contracts';
import { isOpen } from '../orders/order-lifecycle.rules.ts';
import type { Priced } from '../pricing/pricing.rules.ts';
import { identify } from './idempotency-keys.ts';
import { type Draft, type PlaceOrder, planOrRefuse } from './place-order.ts';
import { basketOf, type GivenRequest, type PurchaseRequest } from './purchase.rules.ts';
import type { QuotePurchase } from './quote-purchase.ts';

export type CreateOrder = (
  request: PaymentRequest,
  userId: UserId | null,
  idempotencyKey: string | undefined,
) => Promise<StartedPayment>;

/** What the run needs of a gift or a fee. Only a digest of the slug is stored and published: a slug may contain a name. */
const runFields = ({ purpose, runSlug, runDraftId }: GivenRequest): Pick<Draft, 'runPage' | 'runDraftId'> => {
  if (purpose === 'contribution') return runSlug ? { runPage: digestId(runSlug) } : {};
  return runDraftId === undefined ? {} : { runDraftId };
};

type Deps = {
  place: PlaceOrder;
  quote: QuotePurchase;
  clock: Clock;
  origins: readonly string[];
};

/**
 * Creates an order and starts its payment. A purchase requires a login and is charged at the catalog's price; a
 * contribution or a run fee is charged at the requested amount.
 */
export const createOrder = ({ place, quote, clock, origins }: Deps): CreateOrder => {
  const buy = async (
    request: PurchaseRequest,
    userId: UserId,
    given: string | undefined,
  ): Promise<StartedPayment> => {
    const plan = planOrRefuse(request, userId, origins);
    const identity = identify(given, request, userId, clock.now());
    const isGift = request.purpose === 'gift-purchase';
    let priced: Priced;
    try {
      priced = await quote(request, isGift ? null : userId, plan.currency);
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      // The item of a repeated request may be owned or withdrawn by now: the repeat still gets the first response. A
      // derived key does not cover the amount, so a request with a wrong amount is not a repeat (checklist PAY-26).
      const existing = await place.first(userId, identity);
      const isRepeat =
        identity.isGiven || (refusal.code !== 'price-changed' && existing && isOpen(existing.state));
      if (existing && isRepeat) return place.again(existing, identity);
      throw refusal;
    }
    const { items, total: amount } = priced;
    const basket = basketOf(items, userId, request);
    const gift = isGift ? { giftEmail: request.giftEmail } : {};
    return place.place({ purpose: request.purpose, userId, items, amount, plan, basket, ...gift }, identity);
  };

  const give = async (
    request: GivenRequest,
    userId: UserId | null,
    given: string | undefined,
  ): Promise<StartedPayment> => {
    const plan = planOrRefuse(request, userId, origins);
    const identity = identify(given, request, userId, clock.now());
    const amount = { minor: request.amountMinor, currency: plan.currency };
    const { purpose } = request;
    return place.place({ purpose, userId, items: [], amount, plan, ...runFields(request) }, identity);
  };

  return async (request, userId, given) => {
    if (request.purpose !== 'purchase' && request.purpose !== 'gift-purchase')
      return give(request, userId, given);
    if (userId === null) throw new Refusal('not-authenticated', 'Sign in first');
    return buy(request, userId, given);
  };
};
