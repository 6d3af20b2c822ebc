import { answerHoldings, defineService, every, mountApi, requestSnapshot } from '@satrangi/chassis';
import { catalogSnapshotRequested, type Provider, paymentsApi } from '@satrangi/contracts';
import { adminRoutes } from './admin/admin.routes.ts';
import { resendOrder } from './admin/resend-order.ts';
import { syncOrders } from './admin/sync-orders.ts';
import { PaymentsConfig } from './config.ts';
import { cancelOrder } from './orders/cancel-order.ts';
import { claimOrder } from './orders/claim-order.ts';
import { confirmOrder } from './orders/confirm-order.ts';
import { createOrder } from './orders/create-order.ts';
import { hearWebhook } from './orders/hear-webhook.ts';
import { judgeLate } from './orders/judge-late.ts';
import { orderFacts, PHONE_RECEIPT, RECEIPT } from './orders/order-facts.ts';
import { ordersRoutes } from './orders/orders.routes.ts';
import { orderStore } from './orders/orders.store.ts';
import { ordersSubscribers } from './orders/orders.subscribers.ts';
import { placeOrder } from './orders/place-order.ts';
import { quotePurchase } from './orders/quote-purchase.ts';
import { resumeOrder } from './orders/resume-order.ts';
import { settleOrder } from './orders/settle-order.ts';
import { startOrder } from './orders/start-order.ts';
import { sweepOrders } from './orders/sweep-orders.ts';
import { ownedStore } from './owned/owned.store.ts';
import { exportMine } from './people/export-mine.ts';
import { forgetBuyer } from './people/forget-buyer.ts';
import { forgottenStore } from './people/forgotten.store.ts';
import { ownsAnything } from './people/owns-anything.ts';
import { profilePhone } from './people/profile-phone.ts';
import { mediaStore } from './pricing/pricing.store.ts';
import { cashfreeProvider } from './providers/cashfree.ts';
import { smtpMailer } from './providers/mail.ts';
import type { PaymentProvider } from './providers/provider.ts';
import { refusedInProduction } from './providers/refused-in-production.ts';
import { sheetWriter } from './providers/sheets.ts';
import { stripeProvider } from './providers/stripe.ts';
import { whatsapp } from './providers/whatsapp.ts';
import { sendPhoneReceipt } from './receipts/send-phone-receipt.ts';
import { sendReceipt } from './receipts/send-receipt.ts';
import { showReceipt } from './receipts/show-receipt.ts';
import { reconcileDay } from './reconciliation/reconcile-day.ts';
import { reconciliationStore } from './reconciliation/reconciliation.store.ts';
import { followRefunds } from './refunds/follow-refunds.ts';
import { refundOrder } from './refunds/refund-order.ts';
import { reportReturns } from './refunds/report-returns.ts';
import { requestRefund } from './refunds/request-refund.ts';

const SWEEP_EVERY_MS = 10_000;
const RECONCILE_EVERY_MS = 30 * 60_000;

/** Orders, and the money for them. What is bought is granted by the library, which hears of it from here. */
export const payments = defineService({
  name: 'payments',
  config: PaymentsConfig,
  refusedInProduction,
  build: (kit) => {
    const { store, config, clock, ids, log, events, settings } = kit;
    const orders = orderStore(store);
    const media = mediaStore(store);
    const owned = ownedStore(store);
    const reports = reconciliationStore(store);
    const forgotten = forgottenStore(store);
    const providers: Record<Provider, PaymentProvider> = {
      stripe: stripeProvider(config, log),
      cashfree: cashfreeProvider(config, log),
    };
    const mailer = config.SMTP_URL ? smtpMailer(config.SMTP_URL, config.MAIL_FROM) : null;

    const toPhone = whatsapp(config, log);
    const toPhones = toPhone !== null;
    const facts = orderFacts(kit, { toPhones });
    const judge = judgeLate({ orders, media, owned });
    const report = reportReturns(orders, { events, ids, clock, log });
    const settle = settleOrder(orders, { facts, judge, report, clock, ids, log, toPhones });
    const start = startOrder(orders, { providers, profilePhone: profilePhone(settings), ids });
    const place = placeOrder(orders, { start, settle, clock, ids });
    const origins = config.RETURN_ORIGINS;
    const quote = quotePurchase({ orders, media, owned });
    const create = createOrder({ place, quote, clock, origins });
    const confirm = confirmOrder(orders, { providers, settle });
    const resume = resumeOrder({ confirm, quote, start, clock });
    const cancel = cancelOrder(orders, { providers, settle, clock, log });
    const claim = claimOrder(orders, { confirm, facts, clock, log });
    const refunds = followRefunds(orders, { providers, settle, facts, clock, log });
    const refund = refundOrder(orders, { providers, follow: refunds, facts, clock, log });
    const askRefund = requestRefund(orders, { facts, clock });
    const hear = hearWebhook(orders, { providers, settle, refunds, clock, log });
    const sweep = sweepOrders(orders, { providers, settle, facts, clock, log });
    const resend = resendOrder(orders, { facts, clock, ids });
    const sync = syncOrders(orders, { write: sheetWriter(config, log) });
    const books = reconcileDay({ orders, reports }, { providers, settle, clock, log });
    const forget = forgetBuyer({ orders, owned, forgotten }, { events, clock, ids });

    store.worker(RECEIPT, sendReceipt(orders, mailer?.send ?? null, { settings: config, log }));
    store.worker(PHONE_RECEIPT, sendPhoneReceipt(orders, toPhone, { settings: config, clock }));

    const ofReaders = ordersRoutes(
      orders,
      {
        create,
        confirm,
        hear,
        claim,
        askRefund,
        resume,
        cancel,
        showReceipt: showReceipt(config),
        exportMine: exportMine({ orders, owned }),
      },
      config,
    );
    const ofAdmins = adminRoutes({ orders, reports }, { refund, resend, sync, reconcile: books.reconcile });
    const holdings = answerHoldings(kit.sessions, ownsAnything({ orders, owned, clock }));
    return {
      apis: [mountApi(paymentsApi, { ...ofReaders, ...ofAdmins, holdings })],
      subscriptions: ordersSubscribers({ orders, media, owned, forget, log }),
      jobs: [
        every('sweep-orders', SWEEP_EVERY_MS, sweep),
        every('follow-refunds', SWEEP_EVERY_MS, refunds.sweep),
        every('reconcile', RECONCILE_EVERY_MS, books.nightly),
      ],
      start: () => {
        kit.sessions.requestSnapshot();
        return requestSnapshot(kit, catalogSnapshotRequested, media.model, { lacks: 'isDeliverable' });
      },
      close: async () => mailer?.close(),
    };
  },
});
