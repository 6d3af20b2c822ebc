import { randomBytes } from 'node:crypto';
import { type Request, type RequestHandler, Router, urlencoded } from 'express';
import { z } from 'zod';
import { endpointsOf, type Handle } from '../endpoint.ts';
import { idempotencyOf } from '../idempotency.ts';
import type { Knobs } from '../knobs.ts';
import type { Ledger } from '../ledger.ts';
import type { Webhooks } from '../webhooks.ts';
import { CreateIntent, createIntent, UpdateIntent, updateIntent } from './create-intent.ts';
import { addCustomerRoutes } from './customer-routes.ts';
import { ListQuery, pageOf } from './list-page.ts';
import type { PayWithStripe } from './pay-intent.ts';
import { RefundIntent, refundIntent } from './refund-intent.ts';
import { keyReused, noSuch, stripeFault } from './stripe-errors.ts';
import { parsed } from './stripe-parsed.ts';
import {
  type Intent,
  intentIdOf,
  type StripeRecords,
  toCharge,
  toDispute,
  toIntent,
  toList,
  toRefund,
} from './stripe-records.ts';

const Expand = z.object({
  expand: z.union([z.array(z.string()), z.record(z.string(), z.string())]).default([]),
});

const expandOf = (value: unknown): string[] => Object.values(parsed(Expand, value).expand);

/** Without a configured key any test key is accepted; a live key never. */
const isKeyAccepted = (given: string, stripeKey: string | undefined): boolean =>
  stripeKey === undefined ? /^(sk|rk)_test_/.test(given) : given === stripeKey;

const checkKey =
  (stripeKey: string | undefined): RequestHandler =>
  (request, response, next) => {
    response.set('request-id', `req_${randomBytes(7).toString('hex')}`);
    const [scheme, given = ''] = (request.get('authorization') ?? '').split(' ');
    if (scheme === 'Bearer' && isKeyAccepted(given, stripeKey)) return next();
    const message = given ? 'Invalid API Key provided' : 'You did not provide an API key.';
    response.status(401).json({ error: { type: 'invalid_request_error', message } });
  };

export type StripeParts = {
  records: StripeRecords;
  ledger: Ledger;
  knobs: Knobs;
  webhooks: Webhooks;
  pay: PayWithStripe;
  now: () => Date;
  stripeKey?: string | undefined;
};

type Idempotency = ReturnType<typeof idempotencyOf>;

/** What the routes of each resource are made with. */
type ResourceParts = {
  router: Router;
  endpoint: ReturnType<typeof endpointsOf>;
  records: StripeRecords;
};

const addIntentRoutes = ({
  router,
  endpoint,
  records,
  once,
  pay,
  now,
}: ResourceParts & Pick<Idempotency, 'once'> & Pick<StripeParts, 'pay' | 'now'>): void => {
  const create = createIntent(records, now);
  const intentOf = ({ params }: Request): Intent => {
    const id = String(params.id);
    const intent = records.intents.get(id);
    if (!intent) throw noSuch('payment_intent', id);
    return intent;
  };
  const shown =
    (take: (request: Request) => Intent): Handle =>
    (request, fault) => {
      const intent = take(request);
      const expand = expandOf(request.method === 'GET' ? request.query : request.body);
      return { status: 200, body: toIntent(intent, records.refundsOf(intent.id), fault, expand) };
    };

  router.post(
    '/payment_intents',
    endpoint('stripe.payment_intents.create', once(shown(({ body }) => create(parsed(CreateIntent, body))))),
  );
  router.get('/payment_intents/:id', endpoint('stripe.payment_intents.retrieve', shown(intentOf)));
  router.post(
    '/payment_intents/:id',
    endpoint(
      'stripe.payment_intents.update',
      once(shown((request) => updateIntent(records, intentOf(request), parsed(UpdateIntent, request.body)))),
    ),
  );
  router.post(
    '/payment_intents/:id/cancel',
    endpoint(
      'stripe.payment_intents.cancel',
      once(
        shown((request) => {
          const { clientSecret } = intentOf(request);
          return pay({ clientSecret, outcome: 'canceled', webhook: 'send', declineCode: '' });
        }),
      ),
    ),
  );
};

const addRefundRoutes = ({
  router,
  endpoint,
  records,
  once,
  webhooks,
  now,
}: ResourceParts & Pick<Idempotency, 'once'> & Pick<StripeParts, 'webhooks' | 'now'>): void => {
  const refund = refundIntent(records, webhooks, now);

  router.post(
    '/refunds',
    endpoint(
      'stripe.refunds.create',
      once(({ body }, fault) => ({
        status: 200,
        body: toRefund(refund(parsed(RefundIntent, body), fault)),
      })),
    ),
  );
  router.get(
    '/refunds',
    endpoint('stripe.refunds.list', ({ query }) => {
      const isOfOne = query.payment_intent !== undefined || query.charge !== undefined;
      const intentId = String(query.payment_intent ?? intentIdOf(String(query.charge ?? '')));
      const all = isOfOne ? records.refundsOf(intentId) : [...records.allRefunds()];
      return { status: 200, body: pageOf('/v1/refunds', all, parsed(ListQuery, query), toRefund) };
    }),
  );
  router.get(
    '/refunds/:id',
    endpoint('stripe.refunds.retrieve', ({ params }) => {
      const found = records.refund(String(params.id));
      if (!found) throw noSuch('refund', String(params.id));
      return { status: 200, body: toRefund(found) };
    }),
  );
};

const addChargeRoutes = ({ router, endpoint, records }: ResourceParts): void => {
  const chargesOf = (intent: Intent | undefined, fault = {}) =>
    intent?.status === 'succeeded' ? [toCharge(intent, records.refundsOf(intent.id), fault)] : [];

  router.get(
    '/charges',
    endpoint('stripe.charges.list', ({ query }, fault) => {
      if (query.payment_intent !== undefined) {
        const intent = records.intents.get(String(query.payment_intent));
        return { status: 200, body: toList('/v1/charges', chargesOf(intent, fault)) };
      }
      const all = [...records.intents.all()].flatMap((intent) => chargesOf(intent, fault));
      return { status: 200, body: pageOf('/v1/charges', all, parsed(ListQuery, query), (charge) => charge) };
    }),
  );
  router.get(
    '/charges/:id',
    endpoint('stripe.charges.retrieve', ({ params }, fault) => {
      const [charge] = chargesOf(records.intents.get(intentIdOf(String(params.id))), fault);
      if (!charge) throw noSuch('charge', String(params.id));
      return { status: 200, body: charge };
    }),
  );
};

const addDisputeRoutes = ({ router, endpoint, records }: ResourceParts): void => {
  router.get(
    '/disputes',
    endpoint('stripe.disputes.list', ({ query }) => {
      const all = [...records.disputes.all()].filter(
        ({ intentId }) => query.payment_intent === undefined || intentId === query.payment_intent,
      );
      return { status: 200, body: pageOf('/v1/disputes', all, parsed(ListQuery, query), toDispute) };
    }),
  );
  router.get(
    '/disputes/:id',
    endpoint('stripe.disputes.retrieve', ({ params }) => {
      const found = records.disputes.get(String(params.id));
      if (!found) throw noSuch('dispute', String(params.id));
      return { status: 200, body: toDispute(found) };
    }),
  );
};

/** Fake Stripe API for payment intents, customers, their cards and refunds, below `/v1`. */
export const stripeRoutes = ({
  records,
  ledger,
  knobs,
  webhooks,
  pay,
  now,
  stripeKey,
}: StripeParts): Router => {
  const router = Router();
  const endpoint = endpointsOf({ knobs, ledger, faultBody: stripeFault });
  const { once } = idempotencyOf({
    ledger,
    provider: 'stripe',
    header: 'idempotency-key',
    refuse: keyReused,
    now,
  });
  const resource: ResourceParts = { router, endpoint, records };

  router.use(checkKey(stripeKey), urlencoded({ extended: true }));
  router.get(
    '/balance',
    endpoint('stripe.balance.retrieve', () => ({
      status: 200,
      body: { object: 'balance', livemode: false, available: [], pending: [] },
    })),
  );
  addIntentRoutes({ ...resource, once, pay, now });
  addCustomerRoutes({ router, endpoint, once, customers: records.customers, now });
  addRefundRoutes({ ...resource, once, webhooks, now });
  addChargeRoutes(resource);
  addDisputeRoutes(resource);
  router.use(({ method, path }, response) => {
    response.status(404).json({
      error: { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: /v1${path}).` },
    });
  });
  return router;
};
