import { randomBytes } from 'node:crypto';
import type { Request, Router } from 'express';
import { z } from 'zod';
import type { endpointsOf } from '../endpoint.ts';
import type { idempotencyOf } from '../idempotency.ts';
import { type Customer, type CustomerRecords, toCustomer, toPaymentMethod } from './customer-records.ts';
import { ListQuery, pageOf } from './list-page.ts';
import { noSuch } from './stripe-errors.ts';
import { parsed } from './stripe-parsed.ts';
import { toList } from './stripe-records.ts';

const CreateCustomer = z.object({ metadata: z.record(z.string(), z.string()).default({}) });
const ListMethods = z.object({
  customer: z.string(),
  type: z.literal('card').optional(),
  limit: z.coerce.number().int().min(1).max(100).default(10),
});

type Parts = {
  readonly router: Router;
  readonly endpoint: ReturnType<typeof endpointsOf>;
  readonly once: ReturnType<typeof idempotencyOf>['once'];
  readonly customers: CustomerRecords;
  readonly now: () => Date;
};

/** Customers (https://docs.stripe.com/api/customers), and the list of their cards. */
export const addCustomerRoutes = ({ router, endpoint, once, customers: records, now }: Parts): void => {
  const customerOf = ({ params }: Request): Customer => {
    const customer = records.customers.get(String(params.id));
    if (!customer) throw noSuch('customer', String(params.id));
    return customer;
  };

  router.post(
    '/customers',
    endpoint(
      'stripe.customers.create',
      once(({ body }) => {
        const { metadata } = parsed(CreateCustomer, body);
        const id = `cus_${randomBytes(8).toString('hex')}`;
        const customer = {
          id,
          metadata,
          created: Math.floor(now().getTime() / 1000),
          isDeleted: false,
        };
        records.customers.put(customer);
        return { status: 200, body: toCustomer(customer) };
      }),
    ),
  );
  router.get(
    '/customers',
    endpoint('stripe.customers.list', ({ query }) => {
      const all = [...records.customers.all()].filter(({ isDeleted }) => !isDeleted);
      return { status: 200, body: pageOf('/v1/customers', all, parsed(ListQuery, query), toCustomer) };
    }),
  );
  router.get(
    '/customers/:id',
    endpoint('stripe.customers.retrieve', (request) => ({
      status: 200,
      body: toCustomer(customerOf(request)),
    })),
  );
  router.delete(
    '/customers/:id',
    endpoint('stripe.customers.delete', (request) => {
      const customer = customerOf(request);
      if (customer.isDeleted) throw noSuch('customer', customer.id);
      records.remove(customer);
      return { status: 200, body: toCustomer({ ...customer, isDeleted: true }) };
    }),
  );
  router.get(
    '/payment_methods',
    endpoint('stripe.payment_methods.list', ({ query }) => {
      const { customer, limit } = parsed(ListMethods, query);
      const found = records.methodsOf(records.existing(customer).id);
      const page = found.slice(0, limit).map(toPaymentMethod);
      return { status: 200, body: toList('/v1/payment_methods', page, found.length > limit) };
    }),
  );
};
