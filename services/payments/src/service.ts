import { defineService, every, isOff, mountApi, requestSnapshot } from '@satrangi/chassis';
import { catalogSnapshotRequested, type Provider, paymentsApi } from '@satrangi/contracts';
import { PaymentsConfig } from './config.ts';
import { confirmOrder } from './orders/confirm-order.ts';
import { createOrder } from './orders/create-order.ts';
import { hearWebhook } from './orders/hear-webhook.ts';
import { orderFacts, RECEIPT } from './orders/order-facts.ts';
import { ordersRoutes } from './orders/orders.routes.ts';
import { orderStore } from './orders/orders.store.ts';
import { ordersSubscribers } from './orders/orders.subscribers.ts';
import { settleOrder } from './orders/settle-order.ts';
import { startOrder } from './orders/start-order.ts';
import { sweepOrders } from './orders/sweep-orders.ts';
import { ownedStore } from './owned/owned.store.ts';
import { mediaStore } from './pricing/pricing.store.ts';
import { cashfreeProvider } from './providers/cashfree.ts';
import { smtpMailer } from './providers/mail.ts';
import type { PaymentProvider } from './providers/provider.ts';
import { stripeProvider } from './providers/stripe.ts';
import { sendReceipt } from './receipts/send-receipt.ts';
import type { IsOn } from './safety.ts';

const SWEEP_EVERY_MS = 10_000;

/** Orders, and the money for them. What is bought is granted by the library, which hears of it from here. */
export const payments = defineService({
  name: 'payments',
  config: PaymentsConfig,
  build: (kit) => {
    const { store, config, clock, ids, log } = kit;
    const isOn: IsOn = (part) => !isOff(part);
    const orders = orderStore(store);
    const media = mediaStore(store);
    const owned = ownedStore(store);
    const providers: Record<Provider, PaymentProvider> = {
      stripe: stripeProvider(config, log),
      cashfree: cashfreeProvider(config, log),
    };
    const mailer = config.SMTP_URL ? smtpMailer(config.SMTP_URL, config.MAIL_FROM) : null;

    const facts = orderFacts(kit);
    const settle = settleOrder(orders, { facts, clock, log, isOn });
    const start = startOrder(orders, { providers, ids });
    const origins = config.RETURN_ORIGINS;
    const create = createOrder({ orders, media, owned }, { start, clock, ids, isOn, origins });
    const confirm = confirmOrder(orders, { providers, settle });
    const hear = hearWebhook(orders, { providers, settle, clock, log });
    const sweep = sweepOrders(orders, { providers, settle, facts, clock, log, isOn });

    store.worker(RECEIPT, sendReceipt(orders, mailer?.send ?? null, { settings: config, log }));

    return {
      apis: [mountApi(paymentsApi, ordersRoutes(orders, { create, confirm, hear }, config))],
      subscriptions: ordersSubscribers({ orders, media, owned, log }),
      jobs: [every('sweep-orders', SWEEP_EVERY_MS, sweep)],
      start: () => requestSnapshot(kit, catalogSnapshotRequested, media.model),
      close: async () => mailer?.close(),
    };
  },
});
