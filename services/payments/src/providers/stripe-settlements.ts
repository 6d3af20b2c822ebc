import type Stripe from 'stripe';
import type { PaymentProvider, RefundStatus, ReportedDispute, Settlements } from './provider.ts';

type Connected = () => Promise<Stripe>;
type Failed = (error: unknown, text: string) => Error;

const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);
const idOf = (thing: string | { id: string } | null): string | null =>
  typeof thing === 'string' ? thing : (thing?.id ?? null);

const refundStatusOf = ({ status }: Stripe.Refund): RefundStatus => {
  if (status === 'succeeded') return { state: 'done' };
  return status === 'failed' || status === 'canceled'
    ? { state: 'failed', code: `refund_${status}` }
    : { state: 'pending' };
};

/** Permanent refusals of Stripe: a retry changes nothing. */
const refusedFor = (error: unknown): string | null => {
  if (!(error instanceof Error) || !('type' in error) || error.type !== 'StripeInvalidRequestError')
    return null;
  return 'code' in error && typeof error.code === 'string' ? error.code : 'refused';
};

export const disputeState = (status: string): ReportedDispute['state'] => {
  if (status === 'lost') return 'lost';
  return status === 'won' || status === 'warning_closed' ? 'won' : 'open';
};

/** Refunds, disputes and payment lists of Stripe. */
export const stripeSettlements = (
  stripe: Connected,
  failed: Failed,
): Pick<PaymentProvider, 'refund' | 'readDispute' | 'listSettlements'> => ({
  refund: async ({ reference, refundId, amount }) => {
    try {
      const client = await stripe();
      // Stripe drops idempotency keys after a day; the metadata of the refund keeps our id.
      const { data } = await client.refunds.list({ payment_intent: reference, limit: 100 });
      const known = data.find(({ metadata }) => metadata?.refundId === refundId);
      const made =
        known ??
        (await client.refunds.create(
          { payment_intent: reference, amount: amount.minor, metadata: { refundId } },
          { idempotencyKey: refundId },
        ));
      return refundStatusOf(made);
    } catch (error) {
      const code = refusedFor(error);
      if (code !== null) return { state: 'failed', code };
      throw failed(error, 'Refund failed.');
    }
  },

  readDispute: async ({ reference }) => {
    try {
      const client = await stripe();
      const { data } = await client.disputes.list({ payment_intent: reference, limit: 100 });
      const [latest] = data.toSorted((one, other) => other.created - one.created);
      const dispute = data.find(({ status }) => status === 'lost') ?? latest;
      if (!dispute) return null;
      const { id, status, amount, currency } = dispute;
      return { id, state: disputeState(status), reported: { minor: amount, currency } };
    } catch (error) {
      throw failed(error, 'The dispute could not be read.');
    }
  },

  listSettlements: async (from, to) => {
    const created = { gte: seconds(from), lt: seconds(to) };
    const books: Settlements = { payments: [], refunded: [] };
    try {
      const client = await stripe();
      for await (const charge of client.charges.list({ created, limit: 100 })) {
        const reference = idOf(charge.payment_intent);
        if (!charge.paid || reference === null) continue;
        const { orderId = null } = charge.metadata;
        const paid = { minor: charge.amount_captured, currency: charge.currency };
        books.payments.push({ orderId, reference, paid });
      }
      for await (const refund of client.refunds.list({ created, limit: 100 })) {
        const reference = idOf(refund.payment_intent);
        if (reference !== null) books.refunded.push({ orderId: null, reference });
      }
      return books;
    } catch (error) {
      throw failed(error, 'The books could not be read.');
    }
  },
});
