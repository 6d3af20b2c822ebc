import { fromMajor, majorOf } from '@satrangi/contracts';
import type { Cashfree, DisputesEntity, ReconEntityDataInner, RefundEntity } from 'cashfree-pg';
import { answerOf, callIdempotencyKey, twice } from './cashfree-call.ts';
import { disputeState, inMinor } from './cashfree-webhook.ts';
import type { PaymentProvider, RefundStatus, ReportedDispute, Settlements } from './provider.ts';

type Connected = () => Promise<Cashfree>;
type Failed = (error: unknown, text: string) => Error;

const refundStatusOf = ({ refund_status }: RefundEntity): RefundStatus => {
  const status = String(refund_status);
  if (status === 'SUCCESS') return { state: 'done' };
  return status === 'CANCELLED' || status === 'FAILED'
    ? { state: 'failed', code: `refund_${status.toLowerCase()}` }
    : { state: 'pending' };
};

const toReportedDispute = (dispute: DisputesEntity): ReportedDispute => ({
  id: String(dispute.dispute_id ?? ''),
  state: disputeState(String(dispute.dispute_status)),
  reported: inMinor(dispute.dispute_amount ?? 0, dispute.dispute_amount_currency ?? 'INR'),
});

/** Refunds of Cashfree. The provider creates each refund id once. */
const cashfreeRefunds = (cashfree: Connected, failed: Failed): Pick<PaymentProvider, 'refund'> => {
  const readRefund = async (orderId: string, refundId: string): Promise<RefundEntity | null> => {
    const client = await cashfree();
    try {
      return (await twice(() => client.PGOrderFetchRefund(orderId, refundId))).data;
    } catch (error) {
      if (answerOf(error)?.status === 404) return null;
      throw error;
    }
  };

  return {
    refund: async ({ orderId, refundId, amount, number, attempt }) => {
      try {
        const known = await readRefund(orderId, refundId);
        if (known) return refundStatusOf(known);
        const client = await cashfree();
        const request = { refund_amount: majorOf(amount), refund_id: refundId, refund_note: number };
        const create = (isRepeat: boolean) =>
          client.PGOrderCreateRefund(
            orderId,
            request,
            refundId,
            callIdempotencyKey(refundId, attempt, isRepeat),
          );
        const { data } = await twice(create);
        return refundStatusOf(data);
      } catch (error) {
        const answer = answerOf(error);
        // A concurrent request created the same refund: the next check reads its state.
        if (answer?.code === 'refund_already_exists') return { state: 'pending' };
        if (answer?.status === 400 || answer?.status === 404)
          return { state: 'failed', code: answer.code ?? 'refused' };
        throw failed(error, 'Refund failed.');
      }
    },
  };
};

const PAGE = 1_000;
const PAGES = 1_000;

/** Lists of payments and refunds that Cashfree settled. */
const settledPayments = (cashfree: Connected, failed: Failed): Pick<PaymentProvider, 'listSettlements'> => {
  const events = async (from: Date, to: Date): Promise<ReconEntityDataInner[]> => {
    const client = await cashfree();
    const all: ReconEntityDataInner[] = [];
    const filters = { start_date: from.toISOString(), end_date: to.toISOString() };
    let cursor: string | undefined;
    for (let page = 0; page < PAGES; page += 1) {
      const pagination = { limit: PAGE, ...(cursor ? { cursor } : {}) };
      const { data } = await twice(() => client.PGFetchRecon({ pagination, filters }));
      all.push(...(data.data ?? []));
      cursor = data.cursor || undefined;
      if (!cursor) break;
    }
    return all;
  };

  return {
    listSettlements: async (from, to) => {
      try {
        const books: Settlements = { payments: [], refunded: [] };
        for (const { event_details, order_details } of await events(from, to)) {
          const orderId = order_details?.order_id;
          if (!orderId || event_details?.event_status !== 'SUCCESS') continue;
          const { event_amount = 0, event_currency = '' } = event_details;
          if (event_details.event_type === 'PAYMENT') {
            const paid = { minor: fromMajor(event_amount, 'INR').minor, currency: event_currency };
            books.payments.push({ orderId, reference: orderId, paid });
          } else if (event_details.event_type === 'REFUND') {
            books.refunded.push({ orderId, reference: orderId });
          }
        }
        return books;
      } catch (error) {
        throw failed(error, 'The books could not be read.');
      }
    },
  };
};

/** Refunds, disputes and payment lists of Cashfree. */
export const cashfreeSettlements = (
  cashfree: Connected,
  failed: Failed,
): Pick<PaymentProvider, 'refund' | 'readDispute' | 'listSettlements'> => {
  return {
    ...cashfreeRefunds(cashfree, failed),
    ...settledPayments(cashfree, failed),

    readDispute: async ({ orderId }) => {
      try {
        const client = await cashfree();
        const { data } = await twice(() => client.PGFetchOrderDisputes(orderId));
        const disputes = data.map(toReportedDispute);
        return disputes.find(({ state }) => state === 'lost') ?? disputes.at(-1) ?? null;
      } catch (error) {
        throw failed(error, 'The dispute could not be read.');
      }
    },
  };
};
