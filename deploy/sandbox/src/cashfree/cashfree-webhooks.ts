import { createHmac, hash } from 'node:crypto';
import { type InjectedFault, reportedOrder } from '../knobs.ts';
import type { WebhookMode, WebhookSender, Webhooks } from '../webhooks.ts';
import {
  type Dispute,
  errorOf,
  indiaTime,
  inMajor,
  newNumber,
  type Order,
  type Payment,
  type Refund,
  toDispute,
  toPaymentCore,
  toRefund,
} from './cashfree-records.ts';

/** Cashfree retries three times by default. */
const retryMinutes = [2, 10, 30];

export const cashfreeWebhookSender = (webhookBaseUrl: string, clientSecret: string): WebhookSender => ({
  url: `${webhookBaseUrl}/api/payments/webhooks/cashfree`,
  retryMinutes,
  headers: ({ id, body, isForged }, attempt, at) => {
    const timestamp = String(at.getTime());
    const key = isForged ? `other-${clientSecret}` : clientSecret;
    return {
      'x-idempotency-key': hash('sha256', id, 'base64'),
      'x-webhook-attempt': String(attempt),
      'x-webhook-signature': createHmac('sha256', key)
        .update(timestamp + body)
        .digest('base64'),
      'x-webhook-timestamp': timestamp,
      'x-webhook-version': '2025-01-01',
    };
  },
});

const paymentEvents: Record<Payment['status'], string> = {
  SUCCESS: 'PAYMENT_SUCCESS_WEBHOOK',
  FAILED: 'PAYMENT_FAILED_WEBHOOK',
  USER_DROPPED: 'PAYMENT_USER_DROPPED_WEBHOOK',
};

const paymentData = (order: Order, payment: Payment, fault: InjectedFault) => ({
  order: {
    order_id: reportedOrder(order.id, fault),
    order_amount: inMajor(order.amountMinor),
    order_currency: order.currency,
    order_tags: order.tags,
  },
  payment: toPaymentCore(payment, fault),
  customer_details: {
    customer_name: order.customer.customer_name ?? null,
    customer_id: order.customer.customer_id,
    customer_email: order.customer.customer_email ?? null,
    customer_phone: order.customer.customer_phone,
  },
  ...(errorOf(payment) && { error_details: errorOf(payment) }),
  payment_gateway_details: {
    gateway_name: 'CASHFREE',
    gateway_order_id: order.cfOrderId,
    gateway_payment_id: payment.id,
    gateway_order_reference_id: null,
    gateway_settlement: 'CASHFREE',
    gateway_status_code: null,
  },
  payment_offers: null,
});

const announce = (
  webhooks: Webhooks,
  { about, type, mode, at }: { about: string; type: string; mode: WebhookMode; at: Date },
  data: (fault: InjectedFault) => unknown,
): void =>
  webhooks.announce({
    id: `cfw_${newNumber()}${newNumber()}`,
    provider: 'cashfree',
    about,
    type,
    mode,
    body: (fault) => JSON.stringify({ data: data(fault), event_time: indiaTime(at.getTime()), type }),
  });

export const announcePayment = (
  webhooks: Webhooks,
  order: Order,
  payment: Payment,
  mode: WebhookMode,
  at: Date,
): void =>
  announce(webhooks, { about: order.id, type: paymentEvents[payment.status], mode, at }, (fault) =>
    paymentData(order, payment, fault),
  );

export const announceDispute = (
  webhooks: Webhooks,
  order: Order,
  dispute: Dispute,
  mode: WebhookMode,
  at: Date,
): void => {
  const type = dispute.status === 'DISPUTE_CREATED' ? 'DISPUTE_CREATED' : 'DISPUTE_CLOSED';
  announce(webhooks, { about: order.id, type, mode, at }, () => ({
    dispute: toDispute(dispute),
    order_details: {
      order_id: order.id,
      order_currency: order.currency,
      order_amount: inMajor(order.amountMinor),
    },
  }));
};

export const announceRefund = (webhooks: Webhooks, order: Order, refund: Refund, at: Date): void =>
  announce(webhooks, { about: order.id, type: 'REFUND_STATUS_WEBHOOK', mode: 'send', at }, () => ({
    refund: toRefund(order, refund),
  }));
