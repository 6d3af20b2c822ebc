import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Ledger } from '../ledger.ts';
import { noSuchParam } from './stripe-errors.ts';
import type { TypedCard } from './test-cards.ts';

const Customer = z.object({
  id: z.string(),
  metadata: z.record(z.string(), z.string()),
  /** Seconds since 1970. */
  created: z.int(),
  isDeleted: z.boolean(),
});
export type Customer = z.infer<typeof Customer>;

const PaymentMethod = z.object({
  id: z.string(),
  /** Null: detached. */
  customer: z.string().nullable(),
  brand: z.string(),
  last4: z.string(),
  expMonth: z.int(),
  expYear: z.int(),
  created: z.int(),
  /** Attached, but every payment with it is declined. */
  isDeclined: z.boolean(),
});
export type PaymentMethod = z.infer<typeof PaymentMethod>;

export type CustomerRecords = ReturnType<typeof customerRecords>;

/** Customers of the fake Stripe, and the cards attached to them. A deleted customer stays as a row, as at Stripe. */
export const customerRecords = (ledger: Ledger) => {
  const customers = ledger.table<Customer>('stripe.customers', Customer);
  const methods = ledger.table<PaymentMethod>('stripe.payment_methods', PaymentMethod);
  /** Newest first. */
  const methodsOf = (customer: string): PaymentMethod[] =>
    [...methods.all()].filter((method) => method.customer === customer).reverse();
  return {
    customers,
    methods,
    methodsOf,
    /** @throws ProviderRefusal resource_missing, as for the `customer` of a request */
    existing: (id: string): Customer => {
      const found = customers.get(id);
      if (!found || found.isDeleted) throw noSuchParam('customer', id);
      return found;
    },
    attach: (customer: string, card: TypedCard, at: Date): PaymentMethod => {
      const { brand, last4, expMonth, expYear, isDeclinedOnceStored: isDeclined } = card;
      const created = Math.floor(at.getTime() / 1000);
      const id = `pm_${randomBytes(12).toString('hex')}`;
      const method = { id, customer, brand, last4, expMonth, expYear, created, isDeclined };
      methods.put(method);
      return method;
    },
    /** Detaches its cards. */
    remove: (customer: Customer): void => {
      customers.put({ ...customer, isDeleted: true });
      for (const method of methodsOf(customer.id)) methods.put({ ...method, customer: null });
    },
  };
};

/** The Customer object, as the API shows it. */
export const toCustomer = ({ id, metadata, created, isDeleted }: Customer) =>
  isDeleted
    ? { id, object: 'customer', deleted: true }
    : {
        id,
        object: 'customer',
        created,
        description: null,
        email: null,
        livemode: false,
        metadata,
        name: null,
        phone: null,
      };

/** The PaymentMethod object of a card, as the API shows it. */
export const toPaymentMethod = ({ id, customer, created, ...card }: PaymentMethod) => ({
  id,
  object: 'payment_method',
  card: { brand: card.brand, exp_month: card.expMonth, exp_year: card.expYear, last4: card.last4 },
  created,
  customer,
  livemode: false,
  metadata: {},
  type: 'card',
});
