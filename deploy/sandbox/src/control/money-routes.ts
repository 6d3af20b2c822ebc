import { json, Router } from 'express';
import { z } from 'zod';
import type { CashfreeRecords } from '../cashfree/cashfree-records.ts';
import { changeCashfreeRefund, disputeOrder } from '../cashfree/dispute-order.ts';
import { DisputeRequest } from '../dispute-request.ts';
import { endpointsOf } from '../endpoint.ts';
import type { Knobs } from '../knobs.ts';
import type { Ledger } from '../ledger.ts';
import { changeStripeRefund, disputeIntent } from '../stripe/dispute-intent.ts';
import type { StripeRecords } from '../stripe/stripe-records.ts';
import type { Webhooks } from '../webhooks.ts';
import { parsed, problem } from './parsed.ts';

const RefundUpdate = z.strictObject({
  refundId: z.string().min(1),
  status: z.enum(['succeeded', 'failed']),
});

type Deps = {
  ledger: Ledger;
  knobs: Knobs;
  stripe: StripeRecords;
  cashfree: CashfreeRecords;
  webhooks: Webhooks;
  now: () => Date;
};

/** Bank side of the control API: opens and closes disputes, settles pending refunds. */
export const moneyRoutes = ({ ledger, knobs, stripe, cashfree, webhooks, now }: Deps): Router => {
  const router = Router();
  const endpoint = endpointsOf({
    knobs,
    ledger,
    faultBody: () => ({ code: 'knob', message: 'Trouble ordered by a sandbox knob.' }),
  });
  const ofStripe = disputeIntent(stripe, webhooks, now);
  const ofCashfree = disputeOrder(cashfree, webhooks, now);
  const endStripe = changeStripeRefund(stripe, webhooks, now);
  const endCashfree = changeCashfreeRefund(cashfree, webhooks, now);

  router.post(
    '/disputes',
    json(),
    endpoint('bank.disputes', ({ body }) => {
      const input = parsed(DisputeRequest, body);
      const made = input.paymentIntentId ? ofStripe(input) : ofCashfree(input);
      if (!made) throw problem(404, 'not-found', 'No such payment has succeeded');
      return { status: 200, body: made };
    }),
  );
  router.post(
    '/refunds',
    json(),
    endpoint('bank.refunds', ({ body }) => {
      const { refundId, status } = parsed(RefundUpdate, body);
      const changed = endStripe(refundId, status) ?? endCashfree(refundId, status);
      if (!changed) throw problem(404, 'not-found', 'No such refund is waiting');
      return { status: 200, body: changed };
    }),
  );
  return router;
};
