import { type ErrorRequestHandler, json, type RequestHandler, Router } from 'express';
import { z } from 'zod';
import { PayOrder, type PayWithCashfree } from '../cashfree/pay-order.ts';
import { endpointsOf, type ProviderResponse } from '../endpoint.ts';
import { Knob, type Knobs } from '../knobs.ts';
import type { Ledger } from '../ledger.ts';
import type { Mailbox } from '../mail/mailbox.ts';
import { type Confirmation, PayIntent, type PayWithStripe } from '../stripe/pay-intent.ts';
import { declineOf, type Intent, type StripeRecords, toIntent } from '../stripe/stripe-records.ts';
import { typedCard } from '../stripe/test-cards.ts';
import type { PaymentRow } from './list-payments.ts';
import { parsed, problem } from './parsed.ts';

export type ControlParts = {
  ledger: Ledger;
  knobs: Knobs;
  mailbox: Mailbox;
  stripe: StripeRecords;
  payWithStripe: PayWithStripe;
  payWithCashfree: PayWithCashfree;
  payments: () => PaymentRow[];
};

const Confirm = z.union([
  z.strictObject({ clientSecret: z.string().min(1), card: z.string(), expiry: z.string().optional() }),
  z.strictObject({ clientSecret: z.string().min(1), paymentMethod: z.string() }),
]);
const Retrieve = z.strictObject({ clientSecret: z.string().min(1) });
const MailQuery = z.object({
  to: z.string().optional(),
  limit: z.coerce.number().int().positive().optional(),
});

/** The client-side fields of an intent, and the decline reason. */
const confirmed = (intent: Intent): ProviderResponse => {
  const paymentIntent = toIntent(intent, []);
  const decline = intent.status === 'requires_payment_method' ? declineOf(intent) : null;
  return {
    status: 200,
    body: {
      paymentIntentId: intent.id,
      status: intent.status,
      paymentIntent,
      ...(decline && { error: { ...decline, payment_intent: paymentIntent } }),
    },
  };
};

/** The payment of a typed or stored card. */
const confirmationOf = (given: z.infer<typeof Confirm>): Confirmation => {
  const { clientSecret } = given;
  const common = { clientSecret, webhook: 'send', declineCode: 'generic_decline' } as const;
  if ('paymentMethod' in given)
    return { ...common, outcome: 'succeeded', paymentMethod: given.paymentMethod };
  const card = typedCard(given.card, given.expiry);
  return { ...common, outcome: card.outcome, declineCode: card.declineCode, card };
};

/** Control API under `/sandbox`: pays, opens disputes, injects faults and lists what was received. */
export const controlRoutes = (parts: ControlParts): Router => {
  const { ledger, knobs, mailbox, stripe, payWithStripe, payWithCashfree, payments } = parts;
  const router = Router();
  const endpoint = endpointsOf({
    knobs,
    ledger,
    faultBody: () => ({ code: 'knob', message: 'Trouble ordered by a sandbox knob.' }),
  });
  router.use(json());

  router.post(
    '/stripe/pay',
    endpoint('stripe.pay', ({ body }, fault) => confirmed(payWithStripe(parsed(PayIntent, body), fault))),
  );
  router.post(
    '/stripe/confirm',
    endpoint('stripe.pay', ({ body }, fault) =>
      confirmed(payWithStripe(confirmationOf(parsed(Confirm, body)), fault)),
    ),
  );
  router.post(
    '/stripe/retrieve',
    endpoint('stripe.browser.retrieve', ({ body }) => {
      const intent = stripe.ofSecret(parsed(Retrieve, body).clientSecret);
      if (!intent) throw problem(404, 'not-found', 'No such payment_intent');
      return { status: 200, body: { paymentIntent: toIntent(intent, []) } };
    }),
  );
  router.post(
    '/cashfree/pay',
    endpoint('cashfree.pay', ({ body }, fault) => {
      const { order, payment } = payWithCashfree(parsed(PayOrder, body), fault);
      return {
        status: 200,
        body: {
          orderId: order.id,
          orderStatus: order.status,
          cfPaymentId: payment.id,
          paymentStatus: payment.status,
        },
      };
    }),
  );

  router.get(
    '/mail',
    endpoint('control.mail', ({ query }) => ({ status: 200, body: mailbox.list(parsed(MailQuery, query)) })),
  );
  router.delete('/mail', (_request, response) => {
    response.json({ cleared: mailbox.clear() });
  });
  router.get('/payments', (_request, response) => {
    response.json(payments());
  });

  router.get('/knobs', (_request, response) => {
    response.json(knobs.list());
  });
  router.post(
    '/knobs',
    endpoint('control.knobs', ({ body }) => {
      const knob = parsed(Knob, body);
      knobs.add(knob);
      return { status: 201, body: knob };
    }),
  );
  router.delete('/knobs', (_request, response) => {
    response.json({ cleared: knobs.clear() });
  });

  return router;
};

/** 404 as JSON for unknown paths. */
export const answerUnknown: RequestHandler = ({ method, originalUrl }, response) => {
  const message = `The sandbox has no ${method} ${originalUrl.split('?')[0]}`;
  response.status(404).json({ code: 'not-found', error: message, message });
};

/** 400 for unreadable bodies; 500 without details for everything else. */
export const answerErrors: ErrorRequestHandler = (error, _request, response, _next) => {
  const status = typeof error?.status === 'number' && error.status < 500 ? error.status : 500;
  const message = status < 500 ? 'The request body cannot be read.' : 'The sandbox has a defect.';
  response
    .status(status)
    .json({ code: status < 500 ? 'invalid-request' : 'defect', error: message, message });
};
