import { json, Router } from 'express';
import { z } from 'zod';
import type { CashfreeRecords } from '../cashfree/cashfree-records.ts';
import { changeCashfreeRefund, disputeOrder } from '../cashfree/dispute-order.ts';
import { endpointsOf } from '../endpoint.ts';
import type { Knobs } from '../knobs.ts';
import type { Ledger } from '../ledger.ts';
import { changeStripeRefund, disputeIntent } from '../stripe/dispute-intent.ts';
import type { StripeRecords } from '../stripe/stripe-records.ts';
import type { Webhooks } from '../webhooks.ts';
import { DisputeWish } from './dispute-wish.ts';
import { parsed, problem } from './parsed.ts';

const RefundWish = z.strictObject({
  refundId: z.string().min(1),
  status: z.enum(['succeeded', 'failed']),
});

/** What banks do with money that has arrived: complaints are taken up and decided, waiting refunds come to an end. */
export const moneyRoutes = ({
  ledger,
  knobs,
  stripe,
  cashfree,
  webhooks,
  now,
}: {
  ledger: Ledger;
  knobs: Knobs;
  stripe: StripeRecords;
  cashfree: CashfreeRecords;
  webhooks: Webhooks;
  now: () => Date;
}): Router => {
  const router = Router();
  const endpoint = endpointsOf({
    knobs,
    ledger,
    troubleBody: () => ({ code: 'knob', message: 'Trouble ordered by a sandbox knob.' }),
  });
  const ofStripe = disputeIntent(stripe, webhooks, now);
  const ofCashfree = disputeOrder(cashfree, webhooks, now);
  const endStripe = changeStripeRefund(stripe, webhooks, now);
  const endCashfree = changeCashfreeRefund(cashfree, webhooks, now);

  router.post(
    '/disputes',
    json(),
    endpoint('bank.disputes', ({ body }) => {
      const wish = parsed(DisputeWish, body);
      const made = wish.paymentIntentId ? ofStripe(wish) : ofCashfree(wish);
      if (!made) throw problem(404, 'not-found', 'No such payment has succeeded');
      return { status: 200, body: made };
    }),
  );
  router.post(
    '/refunds',
    json(),
    endpoint('bank.refunds', ({ body }) => {
      const { refundId, status } = parsed(RefundWish, body);
      const changed = endStripe(refundId, status) ?? endCashfree(refundId, status);
      if (!changed) throw problem(404, 'not-found', 'No such refund is waiting');
      return { status: 200, body: changed };
    }),
  );
  return router;
};
