import { failpoint, Refusal } from '@satrangi/chassis';
import type { PaymentRequest, StartedPayment, UserId } from '@satrangi/contracts';
import type { Order } from '../orders/order.rules.ts';
import { isOpen } from '../orders/order-lifecycle.rules.ts';
import type { OrderStore } from '../orders/orders.store.ts';
import { wayToPay } from '../pricing/pricing.rules.ts';
import type { CardUsage, CardVault, Prepared } from '../providers/stripe-cards.ts';
import type { CardCustomer, CardCustomerStore } from '../stored-card/card-customers.store.ts';
import type { CustomerOf } from '../stored-card/customer-of.ts';
import type { LatestCard } from '../stored-card/stored-card.routes.ts';
import type { CancelOrder } from './cancel-order.ts';
import type { CreateOrder } from './create-order.ts';
import { orderOver } from './order-over.ts';
import type { StartOrder } from './start-order.ts';

type Deps = {
  readonly orders: Pick<OrderStore, 'byId'>;
  readonly cards: Pick<CardCustomerStore, 'ofUser'>;
  readonly vault: Pick<CardVault, 'prepare'>;
  readonly customerOf: CustomerOf;
  readonly latest: LatestCard;
  readonly deletion: { readonly missing: (customer: CardCustomer) => Promise<void> };
  readonly cancel: CancelOrder;
};

type ByStripe = Extract<StartedPayment, { provider: 'stripe' }>;

const noCard = (): Refusal => new Refusal('not-found', 'No card is stored', { data: { storedCard: null } });

/** Purchases of a reader by Stripe. */
const canUseCard = ({ purpose, country }: PaymentRequest): boolean =>
  (purpose === 'purchase' || purpose === 'gift-purchase') && wayToPay(country).provider === 'stripe';

/** A payment of a removed customer can store no card, and may be refused by Stripe: the next order has its own. */
const endOrder = async (
  orderId: Order['_id'],
  { orders, cancel }: Pick<Deps, 'orders' | 'cancel'>,
): Promise<never> => {
  const order = await orders.byId(orderId);
  if (!order) throw new Error(`order ${orderId} is not stored`);
  throw orderOver(await cancel(order));
};

/**
 * Resumes the payment of an order without a stored card, also when the card was to be stored before: another page may not
 * show that choice. Only readers with a stored or just removed card cause a call of the provider.
 */
export const resumeWithoutCard = (
  start: StartOrder,
  deps: Pick<Deps, 'orders' | 'cards' | 'vault' | 'cancel'>,
) => ({
  begin: start.begin,
  resume: async (order: Order): Promise<StartedPayment> => {
    const started = await start.resume(order);
    if (started.provider !== 'stripe' || order.userId === null || !isOpen(order.state)) return started;
    const customer = await deps.cards.ofUser(order.userId);
    if (customer === null) return started;
    const { customerId } = customer;
    const prepared = await deps.vault.prepare({
      reference: started.paymentIntentId,
      customerId,
      usage: 'none',
    });
    return prepared === 'other-customer' ? endOrder(order._id, deps) : started;
  },
});

/**
 * Creates an order whose payment stores the card or is paid with the stored one (decision 0180). The payment is prepared
 * after its start; the same request prepares it again after a failure or a crash.
 * @throws Refusal not-found for `use` without a stored card; nothing is created then
 */
export const createWithCard = (create: CreateOrder, deps: Deps): CreateOrder => {
  const { vault, customerOf, latest, deletion } = deps;

  const prepare = async (
    { paymentIntentId: reference }: ByStripe,
    userId: UserId,
    usage: CardUsage,
  ): Promise<Prepared> => {
    const customer = await customerOf(userId);
    const prepared = await vault.prepare({ reference, customerId: customer.customerId, usage });
    if (prepared !== 'no-customer') return prepared;
    // Deleted at Stripe, not here: the next attempt creates another one.
    await deletion.missing(customer);
    if (usage === 'use') throw noCard();
    const { customerId } = await customerOf(userId);
    return vault.prepare({ reference, customerId, usage });
  };

  return async (request, userId, given) => {
    const { storedCard } = request;
    if (storedCard === 'use' && !canUseCard(request)) throw noCard();
    if (storedCard === undefined || userId === null || !canUseCard(request))
      return create(request, userId, given);
    const card = storedCard === 'use' ? await latest(userId) : null;
    if (storedCard === 'use' && card === null) throw noCard();
    const started = await create(request, userId, given);
    if (started.provider !== 'stripe') return started;
    failpoint('payments.started-before-card-prepared');
    const prepared = await prepare(started, userId, storedCard);
    if (prepared === 'other-customer') return endOrder(started.orderId, deps);
    return card === null ? started : { ...started, storedCardId: card.id };
  };
};
