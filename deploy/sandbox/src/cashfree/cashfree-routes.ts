import { json, type Request, type RequestHandler, Router } from 'express';
import { z } from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { idempotencyOf } from '../idempotency.ts';
import type { Knobs } from '../knobs.ts';
import type { Ledger } from '../ledger.ts';
import type { Webhooks } from '../webhooks.ts';
import { cashfreeFault, cashfreeRefusal, keyReused } from './cashfree-errors.ts';
import {
  type CashfreeRecords,
  type Order,
  statusAt,
  toDispute,
  toOrder,
  toPayment,
  toRefund,
} from './cashfree-records.ts';
import { CreateOrder, createOrder } from './create-order.ts';
import { listEvents, ReconRequest } from './list-events.ts';
import { RefundOrder, refundOrder } from './refund-order.ts';

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    value,
  );

const parsed = <Shape>(schema: z.ZodType<Shape>, value: unknown): Shape => {
  const result = schema.safeParse(value ?? {});
  if (result.success) return result.data;
  const path = result.error.issues[0]?.path ?? [];
  const field = path.map(String).join('.');
  const isMissing = [undefined, null, ''].some((nothing) => valueAt(value, path) === nothing);
  throw cashfreeRefusal(
    400,
    `${field}_${isMissing ? 'missing' : 'invalid'}`,
    isMissing ? `${field} : is missing in the request` : `${field} : is invalid`,
  );
};

const checkClient =
  (clientId: string, clientSecret: string): RequestHandler =>
  (request, response, next) => {
    if (request.get('x-client-id') !== clientId || request.get('x-client-secret') !== clientSecret) {
      response.status(401).json({
        message: 'authentication Failed',
        code: 'request_failed',
        type: 'authentication_error',
      });
    } else if (!/^\d{4}-\d{2}-\d{2}$/.test(request.get('x-api-version') ?? '')) {
      response.status(400).json({
        message: 'x-api-version : is missing or invalid in the request',
        code: 'x-api-version_missing',
        type: 'invalid_request_error',
      });
    } else next();
  };

export type CashfreeParts = {
  records: CashfreeRecords;
  ledger: Ledger;
  knobs: Knobs;
  webhooks: Webhooks;
  now: () => Date;
  clientId: string;
  clientSecret: string;
};

const IDEMPOTENCY_HEADER = 'x-idempotency-key';

const keyOf = (request: Request): string | null => request.get(IDEMPOTENCY_HEADER) ?? null;

/** What the routes of each resource are made with. */
type ResourceParts = Pick<CashfreeParts, 'records' | 'now'> & {
  router: Router;
  endpoint: ReturnType<typeof endpointsOf>;
  once: ReturnType<typeof idempotencyOf>['once'];
  /** The order of the request's path. @throws ProviderRefusal without such an order */
  orderOf: (request: Request) => Order;
};

const addOrderRoutes = ({ router, endpoint, once, orderOf, records, now }: ResourceParts): void => {
  const create = createOrder(records, now);

  router.post(
    '/orders',
    endpoint(
      'cashfree.orders.create',
      once((request, fault) => ({
        status: 200,
        body: toOrder(create(parsed(CreateOrder, request.body), keyOf(request)), now(), fault),
      })),
    ),
  );
  router.get(
    '/orders/:id',
    endpoint('cashfree.orders.get', (request, fault) => ({
      status: 200,
      body: toOrder(orderOf(request), now(), fault),
    })),
  );
  router.patch(
    '/orders/:id',
    endpoint('cashfree.orders.terminate', (request) => {
      const order = orderOf(request);
      parsed(z.object({ order_status: z.literal('TERMINATED') }), request.body);
      const status = statusAt(order, now());
      if (status !== 'ACTIVE') throw cashfreeRefusal(400, 'order_inactive', `order is not active: ${status}`);
      const terminated: Order = { ...order, status: 'TERMINATED' };
      records.orders.put(terminated);
      return { status: 200, body: toOrder(terminated, now()) };
    }),
  );
};

const addPaymentRoutes = ({ router, endpoint, orderOf }: ResourceParts): void => {
  router.get(
    '/orders/:id/payments',
    endpoint('cashfree.orders.payments', (request, fault) => {
      const order = orderOf(request);
      return {
        status: 200,
        body: order.payments.map((payment) => toPayment(order, payment, fault)).reverse(),
      };
    }),
  );
  router.get(
    '/orders/:id/payments/:paymentId',
    endpoint('cashfree.orders.payments', (request, fault) => {
      const order = orderOf(request);
      const payment = order.payments.find(({ id }) => id === request.params.paymentId);
      if (!payment) throw cashfreeRefusal(404, 'payment_not_found', 'payment not found');
      return { status: 200, body: toPayment(order, payment, fault) };
    }),
  );
};

const addRefundRoutes = ({
  router,
  endpoint,
  once,
  orderOf,
  records,
  webhooks,
  now,
}: ResourceParts & Pick<CashfreeParts, 'webhooks'>): void => {
  const refund = refundOrder(records, webhooks, now);

  router.post(
    '/orders/:id/refunds',
    endpoint(
      'cashfree.refunds.create',
      once((request, fault) => {
        const input = parsed(RefundOrder, request.body);
        const made = refund(orderOf(request), { ...input, idempotencyKey: keyOf(request) }, fault);
        return { status: 200, body: toRefund(made.order, made.refund) };
      }),
    ),
  );
  router.get(
    '/orders/:id/refunds',
    endpoint('cashfree.refunds.list', (request) => {
      const order = orderOf(request);
      return { status: 200, body: order.refunds.map((made) => toRefund(order, made)) };
    }),
  );
  router.get(
    '/orders/:id/refunds/:refundId',
    endpoint('cashfree.refunds.get', (request) => {
      const order = orderOf(request);
      const found = order.refunds.find(({ refundId }) => refundId === request.params.refundId);
      if (!found) throw cashfreeRefusal(404, 'refund_not_found', 'refund not found');
      return { status: 200, body: toRefund(order, found) };
    }),
  );
};

const addReportRoutes = ({ router, endpoint, orderOf, records }: ResourceParts): void => {
  router.get(
    '/orders/:id/disputes',
    endpoint('cashfree.disputes.list', (request) => ({
      status: 200,
      body: orderOf(request).disputes.map(toDispute),
    })),
  );
  router.post(
    '/recon',
    endpoint('cashfree.recon', ({ body }) => {
      const { pagination, filters } = parsed(ReconRequest, body);
      return { status: 200, body: listEvents(records.orders.all(), filters, pagination) };
    }),
  );
};

/** Fake Cashfree API for orders and refunds, below `/pg`. */
export const cashfreeRoutes = (parts: CashfreeParts): Router => {
  const { records, ledger, knobs, webhooks, now } = parts;
  const router = Router();
  const { once, keepFailure } = idempotencyOf({
    ledger,
    provider: 'cashfree',
    header: IDEMPOTENCY_HEADER,
    refuse: keyReused,
    now,
  });
  const endpoint = endpointsOf({ knobs, ledger, faultBody: cashfreeFault, keepFailure });
  const orderOf = ({ params }: Request): Order => {
    const order = records.orders.get(String(params.id));
    if (!order) throw cashfreeRefusal(404, 'order_not_found', 'Order Reference Id does not exist');
    return order;
  };
  const resource: ResourceParts = { router, endpoint, once, orderOf, records, now };

  router.use(checkClient(parts.clientId, parts.clientSecret), json());
  addOrderRoutes(resource);
  addPaymentRoutes(resource);
  addRefundRoutes({ ...resource, webhooks });
  addReportRoutes(resource);
  router.use((_request, response) => {
    response.status(404).json({
      message: 'endpoint or method is not valid',
      code: 'request_invalid',
      type: 'invalid_request_error',
    });
  });
  return router;
};
