import {
  answerHoldings,
  defineService,
  everyOnOne,
  type Handlers,
  type Job,
  lazily,
  mailerOf,
  mountApi,
  on,
  requestSnapshot,
  type ServiceContext,
  type Subscription,
  sheetWriter,
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
import { refuseErased } from './checkout/refuse-erased.ts';
import { resumeOrder } from './checkout/resume-order.ts';
import { startOrder } from './checkout/start-order.ts';
import { createWithCard, resumeWithoutCard } from './checkout/use-stored-card.ts';
import { ordersSheet, PaymentsConfig } from './config.ts';
import { giftCodesRoutes } from './gift-codes/gift-codes.routes.ts';
import { redeemGift } from './gift-codes/redeem-gift.ts';
import { reopenGifts } from './gift-codes/reopen-gifts.ts';
import { sendGift } from './gift-codes/send-gift.ts';
import { findOrder } from './orders/find-order.ts';
import {
  createOrderEvents,
  GIFT_MAIL,
  PHONE_RECEIPT,
  RECEIPT,
  REFUND_ANSWER,
} from './orders/order-events.ts';
import { ordersRoutes } from './orders/orders.routes.ts';
import { orderStore } from './orders/orders.store.ts';
import { ordersSubscribers } from './orders/orders.subscribers.ts';
import { viewOrders } from './orders/view-orders.ts';
import { ownedStore } from './owned/owned.store.ts';
import { mediaStore } from './pricing/pricing.store.ts';
import { eraseBuyer } from './privacy/erase-buyer.ts';
import { erasureStore } from './privacy/erasures.store.ts';
import { exportRoutes } from './privacy/export.routes.ts';
import { ownsAnything } from './privacy/owns-anything.ts';
import { cashfreeProvider } from './providers/cashfree.ts';
import { paymentsConnections } from './providers/connections.ts';
import { sheetsSdk } from './providers/google.ts';
import type { PaymentProvider } from './providers/provider.ts';
import { refusedInProduction } from './providers/refused-in-production.ts';
import { connectStripe, stripeProvider } from './providers/stripe.ts';
import { type CardVault, stripeCards } from './providers/stripe-cards.ts';
import { timedProvider, timedVault } from './providers/timed-provider.ts';
import { whatsapp } from './providers/whatsapp.ts';
import { receiptsRoutes } from './receipts/receipts.routes.ts';
import { sendPhoneReceipt } from './receipts/send-phone-receipt.ts';
import { sendReceipt } from './receipts/send-receipt.ts';
import { showReceipt } from './receipts/show-receipt.ts';
import { reconcileDay } from './reconciliation/reconcile-day.ts';
import { reconciliationStore } from './reconciliation/reconciliation.store.ts';
import { announceOrders } from './refunds/announce-orders.ts';
import { declineRefund } from './refunds/decline-refund.ts';
import { followRefunds } from './refunds/follow-refunds.ts';
import { refundOrder } from './refunds/refund-order.ts';
import { refundUngranted } from './refunds/refund-ungranted.ts';
import { refundsRoutes } from './refunds/refunds.routes.ts';
import { reportReturns } from './refunds/report-returns.ts';
import { requestRefund } from './refunds/request-refund.ts';
import { sendRefundAnswer } from './refunds/send-refund-answer.ts';
import { checkLatePayment } from './settlement/check-late-payment.ts';
import { claimOrder } from './settlement/claim-order.ts';
import { confirmOrder } from './settlement/confirm-order.ts';
import { countUngranted } from './settlement/count-ungranted.ts';
import { handleWebhook } from './settlement/handle-webhook.ts';
import { paidTwiceAlarms } from './settlement/paid-twice.ts';
import { settleOrder } from './settlement/settle-order.ts';
import { settlementRoutes } from './settlement/settlement.routes.ts';
import { sweepOrders } from './settlement/sweep-orders.ts';
import { cardCustomerStore } from './stored-card/card-customers.store.ts';
import { customerOf } from './stored-card/customer-of.ts';
import { customerDeletion } from './stored-card/delete-customer.ts';
import { latestCard, storedCardRoutes } from './stored-card/stored-card.routes.ts';

const SWEEP_EVERY_MS = 10_000;
const SCHEDULES_EVERY_MS = 60_000;
const COUNT_EVERY_MS = 15_000;
const RECONCILE_EVERY_MS = 30 * 60_000;

type Context = ServiceContext<PaymentsConfig>;
type Deps = ReturnType<typeof createDeps>;

const createStores = ({ store }: Context) => ({
  orders: orderStore(store),
  media: mediaStore(store),
  owned: ownedStore(store),
  reports: reconciliationStore(store),
  erasures: erasureStore(store),
  cards: cardCustomerStore(store),
});

const providersOf = (
  context: Context,
): { providers: Record<Provider, PaymentProvider>; vault: CardVault } => {
  const { config, log } = context;
  const stripe = lazily(() => connectStripe(config));
  return {
    providers: {
      stripe: timedProvider('stripe', stripeProvider(stripe, config, log), context),
      cashfree: timedProvider('cashfree', cashfreeProvider(config, log), context),
    },
    vault: timedVault(stripeCards(stripe, log), context),
  };
};

/** Use cases of stored cards. */
const createCards = (
  { clock, ids }: Context,
  { cards, erasures: { isErased } }: ReturnType<typeof createStores>,
  vault: CardVault,
) => ({
  customerOf: customerOf(cards, { vault, isErased, clock, ids }),
  latest: latestCard(cards, vault),
  deletion: customerDeletion(cards, { vault, clock }),
});

/** Stores and use cases. */
const createDeps = (context: Context) => {
  const { store, config, clock, ids, log, events, settings } = context;
  const stores = createStores(context);
  const { orders, media, owned, reports, erasures, cards } = stores;
  const { providers, vault } = providersOf(context);
  const toPhone = whatsapp(config, log);
  const toPhones = toPhone !== null;
  const orderEvents = createOrderEvents(context, { toPhones });
  const checkLate = checkLatePayment({ orders, media, owned });
  const report = reportReturns(orders, { events, ids, clock, log });
  const paidTwice = paidTwiceAlarms(orders, { orderEvents, clock, log });
  const settle = settleOrder(orders, {
    orderEvents,
    checkLate,
    paidTwice,
    report,
    clock,
    ids,
    log,
    toPhones,
  });
  const cancel = cancelOrder(orders, { providers, settle, clock, log });
  const storedCard = createCards(context, stores, vault);
  const cardUsage = { ...storedCard, orders, cards, vault, cancel };
  const started = startOrder(orders, { providers, profilePhone: profilePhone(settings), ids });
  const start = resumeWithoutCard(started, cardUsage);
  const place = placeOrder(orders, {
    start,
    settle,
    announce: announcePlaced(context),
    refuseErased: refuseErased({ orders, erasures }),
    clock,
    ids,
    log,
  });
  const quote = quotePurchase({ orders, media, owned });
  const confirm = confirmOrder(orders, { providers, settle });
  const reopen = reopenGifts({ orders, orderEvents, clock, log });
  const refunds = followRefunds(orders, { providers, settle, orderEvents, clock, log });
  const refund = refundOrder(orders, { providers, follow: refunds, orderEvents, clock, log });
  return {
    ...stores,
    ...{ providers, storedCard, cancel, toPhone, orderEvents, paidTwice, confirm, refunds, refund, reopen },
    mailer: mailerOf(config),
    create: createWithCard(createOrder({ place, quote, clock, origins: config.RETURN_ORIGINS }), cardUsage),
    resume: resumeOrder({ confirm, quote, start, clock }),
    claim: claimOrder(orders, { confirm, orderEvents, clock, log }),
    request: requestRefund(orders, { refund, orderEvents, clock }),
    decline: declineRefund(orders, { orderEvents, clock }),
    redeem: redeemGift({ orders, owned, erasures, reopen, orderEvents, clock, log }),
    onWebhook: handleWebhook(orders, { providers, settle, refunds, clock, log }),
    sweep: sweepOrders(orders, { providers, settle, orderEvents, clock, log }),
    reconciliation: reconcileDay(
      { orders, reports },
      { providers, settle, runExclusively: store.runExclusively, clock, log },
    ),
  };
};

const addWorkers = ({ store, config, clock, log }: Context, deps: Deps): void => {
  const { orders, orderEvents, refund, toPhone, mailer } = deps;
  const send = mailer?.send ?? null;
  store.worker(RECEIPT, sendReceipt(orders, send, { settings: config, log }));
  store.worker(GIFT_MAIL, sendGift(orders, send, { settings: config, refund, log }));
  store.worker(REFUND_ANSWER, sendRefundAnswer(orders, send, { settings: config, log }));
  store.worker(PHONE_RECEIPT, sendPhoneReceipt(orders, toPhone, { settings: config, clock, orderEvents }));
};

const handlersOf = (context: Context, deps: Deps): Handlers<typeof paymentsApi> => {
  const { config, clock, ids, log, sessions } = context;
  const { orders, media, owned, reports, erasures, cards, storedCard, orderEvents, reconciliation } = deps;
  const { create, resume, cancel, confirm, claim, refund, request, decline, redeem, onWebhook } = deps;
  const find = findOrder(orders);
  const view = viewOrders(media, config);
  const resend = resendOrder(orders, { orderEvents, clock, ids });
  const sync = syncOrders(orders, { write: sheetWriter(ordersSheet(config), { sdk: sheetsSdk, log }) });
  return {
    ...ordersRoutes(orders, find, view),
    ...checkoutRoutes({ create, resume, cancel }, find, { config, view }),
    ...settlementRoutes({ confirm, handleWebhook: onWebhook, claim }, view),
    ...refundsRoutes(request, find, view),
    ...giftCodesRoutes(orders, { redeem, view }),
    ...storedCardRoutes(storedCard.latest, storedCard.deletion.remove),
    ...receiptsRoutes(showReceipt(config, view.mediaOf), find),
    ...exportRoutes({ orders, owned, cards, view }),
    ...adminRoutes(
      { orders, reports, erasures },
      { refund, decline, resend, sync, reconcile: reconciliation.reconcile },
    ),
    holdings: answerHoldings(sessions, ownsAnything({ orders, owned, clock })),
  };
};

const subscriptionsOf = ({ events, clock, ids, log }: Context, deps: Deps): Subscription[] => {
  const { orders, media, owned, erasures, storedCard, orderEvents, paidTwice, reopen, refund } = deps;
  const eraseCard = storedCard.deletion.erase;
  const erase = eraseBuyer({ orders, owned, erasures, reopen, eraseCard }, { events, clock, ids });
  return [
    ...ordersSubscribers({
      orders,
      media,
      owned,
      erase,
      reopen,
      refundUngranted: refundUngranted(orders, refund),
      paidTwice,
      log,
    }),
    on(subscriptions['payments.announce-orders'], announceOrders(orders, { orderEvents, events, ids })),
  ];
};

const jobsOf = (context: Context, { orders, sweep, refunds, reconciliation }: Deps): Job[] => [
  everyOnOne('sweep-orders', SWEEP_EVERY_MS, sweep.checkDue),
  everyOnOne('check-late-schedules', SCHEDULES_EVERY_MS, sweep.checkScheduledTooLate),
  everyOnOne('count-ungranted', COUNT_EVERY_MS, countUngranted(orders, context)),
  everyOnOne('follow-refunds', SWEEP_EVERY_MS, refunds.sweep),
  everyOnOne('reconcile', RECONCILE_EVERY_MS, reconciliation.nightly),
];

/** Orders and payments. The library grants purchased items when it receives `payment-succeeded`. */
export const payments = defineService({
  name: 'payments',
  config: PaymentsConfig,
  refusedInProduction,
  build: (context) => {
    const { config, settings, sessions } = context;
    const deps = createDeps(context);
    const { media, providers, mailer } = deps;
    addWorkers(context, deps);
    return {
      connections: paymentsConnections(config, settings.nodeEnv),
      apis: [mountApi(paymentsApi, handlersOf(context, deps))],
      subscriptions: subscriptionsOf(context, deps),
      jobs: jobsOf(context, deps),
      start: () => {
        sessions.requestSnapshot();
        return requestSnapshot(context, catalogSnapshotRequested, media.model, { lacks: 'creator' });
      },
      preload: () => Promise.all(Object.values(providers).map(({ load }) => load())),
      close: async () => mailer?.close(),
    };
  },
});
