import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { createRequire } from 'node:module';
import { type Logger, lazily, Refusal } from '@satrangi/chassis';
import { majorOf } from '@satrangi/contracts';
import type { Cashfree, CreateOrderRequest, OrderEntity, PaymentEntity, RefundEntity } from 'cashfree-pg';
import {
  EXPIRES_AFTER_MS,
  type Outcome,
  type Reported,
  type Returned,
} from '../orders/order-lifecycle.rules.ts';
import { answerOf, callIdempotencyKey, twice } from './cashfree-call.ts';
import { cashfreeSettlements } from './cashfree-settlements.ts';
import { inMinor, readCashfreeWebhook } from './cashfree-webhook.ts';
import {
  type PayableOrder,
  type PaymentProvider,
  type PaymentStatus,
  PROVIDER_TIMEOUT_MS,
} from './provider.ts';

export type CashfreeSettings = {
  readonly CASHFREE_CLIENT_ID: string;
  readonly CASHFREE_CLIENT_SECRET: string;
  readonly CASHFREE_BASE_URL?: string | undefined;
  readonly CASHFREE_MODE: 'sandbox' | 'production';
  readonly CASHFREE_PLACEHOLDER_PHONE: string;
  readonly PUBLIC_URL: string;
};

/** The SDK is CommonJS: it gets the axios module that it depends on. */
type CommonAxios = typeof import('axios', { with: { 'resolution-mode': 'require' }});

/**
 * Loaded on first use: the SDK includes a tracing library of the vendor. The seventh argument disables it; otherwise it
 * would send our errors and traces to the vendor.
 */
export const connectCashfree = async (settings: CashfreeSettings): Promise<Cashfree> => {
  const { Cashfree: Client, CFEnvironment } = await import('cashfree-pg');
  const axios: CommonAxios = createRequire(import.meta.url)('axios');
  const http = axios.create({
    timeout: PROVIDER_TIMEOUT_MS,
    maxRedirects: 0,
    proxy: false,
    httpAgent: new HttpAgent({ keepAlive: true, maxSockets: 64 }),
    httpsAgent: new HttpsAgent({ keepAlive: true, maxSockets: 64 }),
  });
  const environment =
    settings.CASHFREE_MODE === 'production' ? CFEnvironment.PRODUCTION : CFEnvironment.SANDBOX;
  const { CASHFREE_CLIENT_ID: id, CASHFREE_CLIENT_SECRET: secret } = settings;
  const client = new Client(environment, id, secret, undefined, undefined, undefined, false, http);
  if (settings.CASHFREE_BASE_URL) client.basePath = settings.CASHFREE_BASE_URL;
  return client;
};

/** Logs Cashfree's error code; the buyer gets our own message. */
const failed = (log: Logger, error: unknown, text: string): Refusal => {
  const cashfreeError = answerOf(error)?.code ?? 'no_answer';
  log.warn({ provider: 'cashfree', code: cashfreeError }, 'provider failed');
  return new Refusal('provider-failed', text, { data: { provider: 'cashfree', cashfreeError } });
};

/** Cashfree starts no payment in these states; an attempt under way in `TERMINATION_REQUESTED` may still succeed. */
const endedStates: ReadonlySet<string> = new Set(['TERMINATED', 'TERMINATION_REQUESTED', 'EXPIRED']);

const outcomeOf = (status: string, payments: readonly PaymentEntity[]): Outcome => {
  if (status === 'PAID') return 'paid';
  if (status === 'EXPIRED' || status === 'TERMINATED') return 'expired';
  const attempts = payments.map(({ payment_status }) => String(payment_status));
  if (attempts.some((attempt) => ['PENDING', 'NOT_ATTEMPTED', 'SUCCESS'].includes(attempt))) return 'open';
  if (attempts.includes('FAILED')) return 'failed';
  return attempts.some((attempt) => ['USER_DROPPED', 'CANCELLED', 'VOID'].includes(attempt))
    ? 'cancelled'
    : 'open';
};

const returnsOf = (refunds: readonly RefundEntity[]): Returned[] =>
  refunds
    .filter(({ refund_status }) => String(refund_status) === 'SUCCESS')
    .map(({ cf_refund_id, refund_amount, refund_currency, processed_at, created_at }) => {
      const at = new Date(processed_at ?? created_at ?? Number.NaN);
      return {
        id: String(cf_refund_id),
        kind: 'refund',
        reported: inMinor(refund_amount ?? 0, refund_currency ?? ''),
        ...(Number.isNaN(at.getTime()) ? {} : { at }),
      };
    });

const paidBy = ({ cf_payment_id, payment_amount, payment_currency }: PaymentEntity) => ({
  key: `cashfree:${cf_payment_id}`,
  reported: inMinor(payment_amount ?? 0, payment_currency ?? ''),
});

const isSame = (one: Reported, other: Reported): boolean =>
  one.minor === other.minor && one.currency === other.currency;

const sumOf = (payments: readonly { readonly reported: Reported }[], currency: string): Reported => ({
  minor: payments.reduce(
    (sum, { reported }) => sum + (reported.currency === currency ? reported.minor : 0),
    0,
  ),
  currency,
});

const readOrder = (order: OrderEntity, payments: PaymentEntity[], refunds: RefundEntity[]): PaymentStatus => {
  const status = order.order_status ?? 'UNKNOWN';
  const orderId = order.order_id ?? null;
  const outcome = outcomeOf(status, payments);
  if (outcome !== 'paid') return { key: `cashfree:${orderId}`, outcome, orderId, reported: null, status };
  const ordered: Reported = inMinor(order.order_amount ?? 0, order.order_currency ?? '');
  const returns = returnsOf(refunds);
  const refundedMinor = returns.reduce((sum, one) => sum + one.reported.minor, 0);
  const successes = payments.filter(({ payment_status }) => String(payment_status) === 'SUCCESS').map(paidBy);
  // of several payments, the one that is as ordered pays the order
  const success = successes.find((one) => isSame(one.reported, ordered)) ?? successes[0];
  const reported = success?.reported ?? null;
  const arrived = reported ? sumOf(successes, reported.currency) : ordered;
  const all = successes.length > 1 ? { payments: successes } : {};
  if (refundedMinor >= ordered.minor || (refundedMinor > 0 && refundedMinor >= arrived.minor)) {
    return {
      key: `cashfree:refunds:${orderId}`,
      outcome: 'refunded',
      orderId,
      reported: { ...arrived, minor: refundedMinor },
      isAllBack: refundedMinor >= arrived.minor,
      refundedMinor,
      returns,
      status,
      ...all,
    };
  }
  return {
    key: success?.key ?? `cashfree:${orderId}`,
    outcome,
    orderId,
    reported,
    ordered,
    refundedMinor,
    returns,
    status,
    ...all,
  };
};

const requestOf = (
  settings: Pick<CashfreeSettings, 'CASHFREE_PLACEHOLDER_PHONE' | 'PUBLIC_URL'>,
  order: PayableOrder,
): CreateOrderRequest => ({
  order_id: order.orderId,
  order_amount: majorOf(order.amount),
  order_currency: order.amount.currency,
  order_note: order.number,
  order_expiry_time: new Date(order.createdAt.getTime() + EXPIRES_AFTER_MS).toISOString(),
  customer_details: {
    customer_id: order.userId,
    customer_phone: order.phone ?? settings.CASHFREE_PLACEHOLDER_PHONE,
  },
  order_meta: {
    return_url: `${order.returnOrigin}/payment-success?order_id=${order.orderId}`,
    notify_url: `${settings.PUBLIC_URL.replace(/\/$/, '')}/api/payments/webhooks/cashfree`,
  },
});

export const cashfreeProvider = (settings: CashfreeSettings, log: Logger): PaymentProvider => {
  const cashfree = lazily(() => connectCashfree(settings));

  const createOrFetch = async (order: PayableOrder): Promise<OrderEntity> => {
    const client = await cashfree();
    const { orderId } = order;
    try {
      const create = (isRepeat: boolean) =>
        client.PGCreateOrder(
          requestOf(settings, order),
          orderId,
          callIdempotencyKey(orderId, order.attempt, isRepeat),
        );
      return (await twice(create)).data;
    } catch (error) {
      // An earlier attempt succeeded and its response was lost; 422: it had another phone number.
      const answer = answerOf(error);
      if (answer?.code === 'order_already_exists' || answer?.status === 422)
        return (await client.PGFetchOrder(orderId)).data;
      throw error;
    }
  };

  const read = async (orderId: string): Promise<PaymentStatus> => {
    try {
      const client = await cashfree();
      const [{ data: order }, { data: payments }] = await Promise.all([
        twice(() => client.PGFetchOrder(orderId)),
        twice(() => client.PGOrderFetchPayments(orderId)),
      ]);
      const isPaid = order.order_status === 'PAID';
      const refunds = isPaid ? (await twice(() => client.PGOrderFetchRefunds(orderId))).data : [];
      return readOrder(order, payments, refunds);
    } catch (error) {
      throw failed(log, error, 'Payment confirmation failed.');
    }
  };

  return {
    load: cashfree,
    startPayment: async (order) => {
      const made = await createOrFetch(order).catch((error: unknown) => {
        throw failed(log, error, 'Payment initiation failed.');
      });
      const secret = made.payment_session_id;
      if (!secret) throw failed(log, null, 'Cashfree payment session ID missing');
      return { reference: order.orderId, secret };
    },
    readPayment: ({ orderId }) => read(orderId),
    closePayment: async ({ orderId }) => {
      try {
        const client = await cashfree();
        await twice(() => client.PGTerminateOrder(orderId, { order_status: 'TERMINATED' }));
      } catch (error) {
        const status = answerOf(error)?.status ?? 0;
        if (status === 404) return { isClosed: true, paymentStatus: null };
        // 4xx: the order is paid, expired or terminated already: its current state counts.
        if (status < 400 || status >= 500 || [401, 403, 408, 429].includes(status))
          throw failed(log, error, 'The order could not be cancelled. Please try again.');
      }
      const paymentStatus = await read(orderId);
      return { isClosed: endedStates.has(paymentStatus.status), paymentStatus };
    },
    ...cashfreeSettlements(cashfree, (error, text) => failed(log, error, text)),
    readWebhook: readCashfreeWebhook(settings.CASHFREE_CLIENT_SECRET),
  };
};
