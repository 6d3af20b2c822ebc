import { on, type Subscription } from '@satrangi/chassis';
import { paiseOf, subscriptions } from '@satrangi/contracts';
import type { FeesStore } from '../fees/fees.store.ts';
import type { SettleFee } from './settle-fee.ts';

/** Records what payments publishes about fees, then brings the registration to that state. */
export const feesSubscribers = (fees: FeesStore, settle: SettleFee): Subscription[] => [
  on(subscriptions['virtual-run.record-fee'], async ({ data, time }) => {
    const { orderId, paymentId, total, rupeesMinor = paiseOf(total), paidAt = time, runDraftId } = data;
    await fees.recordPaid(orderId, {
      paymentId,
      minor: rupeesMinor,
      paidAt,
      ...(runDraftId === undefined ? {} : { draftId: runDraftId }),
    });
    await settle(orderId);
  }),
  on(subscriptions['virtual-run.record-fee-refund'], async ({ data: { orderId, paymentId } }) => {
    await fees.recordReturned(orderId, { paymentId });
    await settle(orderId);
  }),
];
