import {
  answerHoldings,
  defineService,
  everyOnOne,
  mountApi,
  on,
  requestSnapshot,
  sheetWriter,
  smtpMailer,
} from '@satrangi/chassis';
import { catalogSnapshotRequested, type Provider, paymentsApi, subscriptions } from '@satrangi/contracts';
import { adminRoutes } from './admin/admin.routes.ts';
import { resendOrder } from './admin/resend-order.ts';
import { syncOrders } from './admin/sync-orders.ts';
import { announcePlaced } from './checkout/announce-placed.ts';
import { cancelOrder } from './checkout/cancel-order.ts';
import { checkoutRoutes } from './checkout/checkout.routes.ts';
import { createOrder } from './checkout/create-order.ts';
import { placeOrder } from './checkout/place-order.ts';
import { profilePhone } from './checkout/profile-phone.ts';
import { quotePurchase } from './checkout/quote-purchase.ts';
import { resumeOrder } from './checkout/resume-order.ts';
import { startOrder } from './checkout/start-order.ts';
import { ordersSheet, PaymentsConfig } from './config.ts';
import { findOrder } from './orders/find-order.ts';
import { createOrderEvents, PHONE_RECEIPT, RECEIPT } from './orders/order-events.ts';
import { ordersRoutes } from './orders/orders.routes.ts';
import { orderStore } from './orders/orders.store.ts';
import { ordersSubscribers } from './orders/orders.subscribers.ts';
import { ownedStore } from './owned/owned.store.ts';
import { mediaStore } from './pricing/pricing.store.ts';
import { eraseBuyer } from './privacy/erase-buyer.ts';
import { erasureStore } from './privacy/erasures.store.ts';
import { exportRoutes } from './privacy/export.routes.ts';
import { ownsAnything } from './privacy/owns-anything.ts';
import { cashfreeProvider } from './providers/cashfree.ts';
import { paymentsConnections } from './providers/connections.ts';
import type { PaymentProvider } from './providers/provider.ts';
import { refusedInProduction } from './providers/refused-in-production.ts';
import { stripeProvider } from './providers/stripe.ts';
import { timedProvider } from './providers/timed-provider.ts';
import { whatsapp } from './providers/whatsapp.ts';
import { receiptsRoutes } from './receipts/receipts.routes.ts';
import { sendPhoneReceipt } from './receipts/send-phone-receipt.ts';
import { sendReceipt } from './receipts/send-receipt.ts';
import { showReceipt } from './receipts/show-receipt.ts';
import { reconcileDay } from './reconciliation/reconcile-day.ts';
import { reconciliationStore } from './reconciliation/reconciliation.store.ts';
import { announceOrders } from './refunds/announce-orders.ts';
import { followRefunds } from './refunds/follow-refunds.ts';
import { refundOrder } from './refunds/refund-order.ts';
import { refundsRoutes } from './refunds/refunds.routes.ts';
import { reportReturns } from './refunds/report-returns.ts';
import { requestRefund } from './refunds/request-refund.ts';
import { checkLatePayment } from './settlement/check-late-payment.ts';
import { claimOrder } from './settlement/claim-order.ts';
import { confirmOrder } from './settlement/confirm-order.ts';
import { countUngranted } from './settlement/count-ungranted.ts';
import { handleWebhook } from './settlement/handle-webhook.ts';
import { settleOrder } from './settlement/settle-order.ts';
import { settlementRoutes } from './settlement/settlement.routes.ts';
import { sweepOrders } from './settlement/sweep-orders.ts';

const SWEEP_EVERY_MS = 10_000;
const COUNT_EVERY_MS = 15_000;
const RECONCILE_EVERY_MS = 30 * 60_000;

/** Orders and payments. The library grants purchased items when it receives `payment-succeeded`. */
export const payments = defineService({
  name: 'payments',
  config: PaymentsConfig,
  refusedInProduction,
  build: (context) => {
    const { store, config, clock, ids, log, events, settings } = context;
    const orders = orderStore(store);
    const media = mediaStore(store);
    const owned = ownedStore(store);
    const reports = reconciliationStore(store);
    const erasures = erasureStore(store);
    const providers: Record<Provider, PaymentProvider> = {
      stripe: timedProvider('stripe', stripeProvider(config, log), context),
      cashfree: timedProvider('cashfree', cashfreeProvider(config, log), context),
    };
    const mailer = config.SMTP_URL ? smtpMailer(config.SMTP_URL, config.MAIL_FROM) : null;

    const toPhone = whatsapp(config, log);
    const toPhones = toPhone !== null;
    const orderEvents = createOrderEvents(context, { toPhones });
    const checkLate = checkLatePayment({ orders, media, owned });
    const report = reportReturns(orders, { events, ids, clock, log });
    const settle = settleOrder(orders, { orderEvents, checkLate, report, clock, ids, log, toPhones });
    const start = startOrder(orders, { providers, profilePhone: profilePhone(settings), ids });
    const place = placeOrder(orders, { start, settle, announce: announcePlaced(context), clock, ids, log });
    const origins = config.RETURN_ORIGINS;
    const quote = quotePurchase({ orders, media, owned });
    const create = createOrder({ place, quote, clock, origins });
    const confirm = confirmOrder(orders, { providers, settle });
    const resume = resumeOrder({ confirm, quote, start, clock });
    const cancel = cancelOrder(orders, { providers, settle, clock, log });
    const claim = claimOrder(orders, { confirm, orderEvents, clock, log });
    const refunds = followRefunds(orders, { providers, settle, orderEvents, clock, log });
    const refund = refundOrder(orders, { providers, follow: refunds, orderEvents, clock, log });
    const request = requestRefund(orders, { orderEvents, clock });
    const onWebhook = handleWebhook(orders, { providers, settle, refunds, clock, log });
    const sweep = sweepOrders(orders, { providers, settle, orderEvents, clock, log });
    const resend = resendOrder(orders, { orderEvents, clock, ids });
    const sync = syncOrders(orders, { write: sheetWriter(ordersSheet(config), log) });
    const reconciliation = reconcileDay(
      { orders, reports },
      { providers, settle, runExclusively: store.runExclusively, clock, log },
    );
    const erase = eraseBuyer({ orders, owned, erasures }, { events, clock, ids });

    store.worker(RECEIPT, sendReceipt(orders, mailer?.send ?? null, { settings: config, log }));
    store.worker(PHONE_RECEIPT, sendPhoneReceipt(orders, toPhone, { settings: config, clock, orderEvents }));

    const find = findOrder(orders);
    const readerRoutes = {
      ...ordersRoutes(orders, find),
      ...checkoutRoutes({ create, resume, cancel }, find, config),
      ...settlementRoutes({ confirm, handleWebhook: onWebhook, claim }),
      ...refundsRoutes(request, find),
      ...receiptsRoutes(showReceipt(config), find),
      ...exportRoutes({ orders, owned }),
    };
    const adminHandlers = adminRoutes(
      { orders, reports },
      { refund, resend, sync, reconcile: reconciliation.reconcile },
    );
    const holdings = answerHoldings(context.sessions, ownsAnything({ orders, owned, clock }));
    return {
      apis: [mountApi(paymentsApi, { ...readerRoutes, ...adminHandlers, holdings })],
      subscriptions: [
        ...ordersSubscribers({ orders, media, owned, erase, log }),
        on(subscriptions['payments.announce-orders'], announceOrders(orders, { orderEvents, events, ids })),
      ],
      connections: paymentsConnections(config, settings.nodeEnv),
      jobs: [
        everyOnOne('sweep-orders', SWEEP_EVERY_MS, sweep),
        everyOnOne('count-ungranted', COUNT_EVERY_MS, countUngranted(orders, context)),
        everyOnOne('follow-refunds', SWEEP_EVERY_MS, refunds.sweep),
        everyOnOne('reconcile', RECONCILE_EVERY_MS, reconciliation.nightly),
      ],
      start: () => {
        context.sessions.requestSnapshot();
        return requestSnapshot(context, catalogSnapshotRequested, media.model, { lacks: 'isDeliverable' });
      },
      close: async () => mailer?.close(),
    };
  },
});
