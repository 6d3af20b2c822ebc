import { type ErrorRequestHandler, json, type RequestHandler, Router } from 'express';
import { z } from 'zod';
import { PayOrder, type PayWithCashfree } from '../cashfree/pay-order.ts';
import { type Answer, endpointsOf } from '../endpoint.ts';
import { Knob, type Knobs } from '../knobs.ts';
import type { Ledger } from '../ledger.ts';
import type { Mailbox } from '../mail/mailbox.ts';
import { PayIntent, type PayWithStripe } from '../stripe/pay-intent.ts';
import { declineOf, type Intent, type StripeRecords, toIntent } from '../stripe/stripe-records.ts';
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

/** Stripe's test cards, by what happens to them. Nothing of a card is kept. */
const declineCodes: Record<string, string | undefined> = {
  '4000000000000002': 'generic_decline',
  '4000000000009995': 'insufficient_funds',
  '4000000000000069': 'expired_card',
  '4000000000000127': 'incorrect_cvc',
};
const goodCards = new Set(['4242424242424242', '5555555555554444', '4000003560000008']);

const Confirm = z.strictObject({ clientSecret: z.string().min(1), card: z.string() });
const Retrieve = z.strictObject({ clientSecret: z.string().min(1) });
const MailQuery = z.object({
  to: z.string().optional(),
  limit: z.coerce.number().int().positive().optional(),
});

/** What the browser may see of an intent, and the reason when the card was declined. */
const confirmed = (intent: Intent): Answer => {
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

/** The sandbox's own API under `/sandbox`: what buyers, banks and faults do, and what was received. */
export const controlRoutes = (parts: ControlParts): Router => {
  const { ledger, knobs, mailbox, stripe, payWithStripe, payWithCashfree, payments } = parts;
  const router = Router();
  const endpoint = endpointsOf({
    knobs,
    ledger,
    troubleBody: () => ({ code: 'knob', message: 'Trouble ordered by a sandbox knob.' }),
  });
  router.use(json());

  router.post(
    '/stripe/pay',
    endpoint('stripe.pay', ({ body }, trouble) => confirmed(payWithStripe(parsed(PayIntent, body), trouble))),
  );
  router.post(
    '/stripe/confirm',
    endpoint('stripe.pay', ({ body }, trouble) => {
      const { clientSecret, card } = parsed(Confirm, body);
      const digits = card.replace(/\D/g, '');
      const outcome = goodCards.has(digits) ? 'succeeded' : 'failed';
      const declineCode = declineCodes[digits] ?? 'test_mode_live_card';
      return confirmed(payWithStripe({ clientSecret, outcome, webhook: 'send', declineCode }, trouble));
    }),
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
    endpoint('cashfree.pay', ({ body }, trouble) => {
      const { order, payment } = payWithCashfree(parsed(PayOrder, body), trouble);
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

/** Programs ask here: an unknown address gets JSON too. */
export const answerUnknown: RequestHandler = ({ method, originalUrl }, response) => {
  const message = `The sandbox has no ${method} ${originalUrl.split('?')[0]}`;
  response.status(404).json({ code: 'not-found', error: message, message });
};

/** Bodies that cannot be read are the caller's fault; everything else is a defect and says so without details. */
export const answerErrors: ErrorRequestHandler = (error, _request, response, _next) => {
  const status = typeof error?.status === 'number' && error.status < 500 ? error.status : 500;
  const message = status < 500 ? 'The request body cannot be read.' : 'The sandbox has a defect.';
  response
    .status(status)
    .json({ code: status < 500 ? 'invalid-request' : 'defect', error: message, message });
};
