import type { Logger } from '@satrangi/chassis';
import type Stripe from 'stripe';
import { codeOf, failed } from './stripe-failures.ts';

/** A stored card. `id` names the payment method with which the browser confirms a payment. */
export type VaultCard = {
  readonly id: string;
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
};

/** `store` the card that is typed next, `use` a stored one, or neither. */
export type CardUsage = 'store' | 'use' | 'none';

/**
 * `other-customer`: the payment belongs to another customer, which Stripe never replaces. `no-customer`: the customer was
 * deleted at Stripe.
 */
export type Prepared = 'ready' | 'other-customer' | 'no-customer';

/** Cards that a provider stores. A customer there has no name, no address and no metadata (decision 0180). */
export type CardVault = {
  /** One customer for each key. @throws Refusal provider-failed */
  readonly createCustomer: (key: string) => Promise<string>;
  /** The card stored last; null without one, and for a deleted customer. @throws Refusal provider-failed */
  readonly latestCard: (customerId: string) => Promise<VaultCard | null>;
  /** Safe to repeat. Does nothing for a payment that is over. @throws Refusal provider-failed */
  readonly prepare: (payment: {
    readonly reference: string;
    /** Null: the reader has none. */
    readonly customerId: string | null;
    readonly usage: CardUsage;
  }) => Promise<Prepared>;
  /** Deletes all of its cards, too. Safe to repeat. @throws Refusal provider-failed */
  readonly deleteCustomer: (customerId: string) => Promise<void>;
};

const idOf = (customer: Stripe.PaymentIntent['customer']): string | null =>
  typeof customer === 'string' ? customer : (customer?.id ?? null);

const isMissing = (error: unknown): boolean => codeOf(error) === 'resource_missing';

/** The parameter that Stripe refuses. */
const paramOf = (error: unknown): unknown =>
  error instanceof Error && 'param' in error ? error.param : null;

const cardOf = ({ id, card }: Stripe.PaymentMethod): VaultCard | null =>
  card
    ? { id, brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year }
    : null;

/**
 * Customers (https://docs.stripe.com/api/customers), their cards (https://docs.stripe.com/api/payment_methods/list) and the
 * usage of a payment intent (https://docs.stripe.com/api/payment_intents/update).
 */
export const stripeCards = (stripe: () => Promise<Stripe>, log: Logger): CardVault => {
  const call = async <T>(act: (client: Stripe) => Promise<T>, text: string): Promise<T> => {
    try {
      return await act(await stripe());
    } catch (error) {
      throw failed(log, error, text);
    }
  };

  const isOther = ({ customer }: Stripe.PaymentIntent, customerId: string | null): boolean =>
    idOf(customer) !== null && idOf(customer) !== customerId;

  return {
    createCustomer: (key) =>
      call(
        async (client) => (await client.customers.create({}, { idempotencyKey: key })).id,
        'The card could not be stored. Please try again.',
      ),
    latestCard: (customerId) =>
      call(async (client) => {
        try {
          const query = { customer: customerId, type: 'card', limit: 1 } as const;
          const [latest] = (await client.paymentMethods.list(query)).data;
          return latest ? cardOf(latest) : null;
        } catch (error) {
          if (isMissing(error)) return null;
          throw error;
        }
      }, 'The stored card could not be read. Please try again.'),
    prepare: ({ reference, customerId, usage }) =>
      call(async (client) => {
        try {
          const intent = await client.paymentIntents.update(reference, {
            ...(usage !== 'none' && customerId !== null ? { customer: customerId } : {}),
            setup_future_usage: usage === 'store' ? 'on_session' : '',
          });
          return isOther(intent, customerId) ? 'other-customer' : 'ready';
        } catch (error) {
          if (isMissing(error) && paramOf(error) === 'customer') return 'no-customer';
          if (codeOf(error) !== 'payment_intent_unexpected_state') throw error;
          // The payment is over, and its order decides; or its customer cannot be replaced.
          const intent = await client.paymentIntents.retrieve(reference);
          const isOver = intent.status === 'succeeded' || intent.status === 'canceled';
          return !isOver && isOther(intent, customerId) ? 'other-customer' : 'ready';
        }
      }, 'Payment initiation failed.'),
    deleteCustomer: (customerId) =>
      call(async (client) => {
        try {
          await client.customers.del(customerId);
        } catch (error) {
          if (!isMissing(error)) throw error;
        }
      }, 'The card could not be removed. Please try again.'),
  };
};
