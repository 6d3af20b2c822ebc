import type { Order } from '@satrangi/contracts';
import { ApiError } from '@satrangi/contracts/pure';
import { api } from '../../lib/api.ts';
import { confirmStripe, verifyCashfree } from '../../lib/payments/verify-payment.ts';
import { awaitAccess } from './await-access.ts';

/** A payment named by the return URL: a Cashfree order or a Stripe payment intent. */
export type PaymentRef = { readonly kind: 'cashfree' | 'stripe'; readonly id: string };

/** Reads `order_id` or `payment_intent` of a provider's return URL. */
export const paymentRefOf = (params: URLSearchParams): PaymentRef | null => {
  const [orderId, intent] = [params.get('order_id'), params.get('payment_intent')];
  if (intent) return { kind: 'stripe', id: intent };
  return orderId ? { kind: 'cashfree', id: orderId } : null;
};

/** Result of a payment: `late` is paid with a title not delivered yet, `thanks` is a payment without titles. */
export type PaymentResult =
  | { readonly outcome: 'yours'; readonly order: Order }
  | { readonly outcome: 'thanks'; readonly order: Order }
  | { readonly outcome: 'late'; readonly order: Order }
  | { readonly outcome: 'pending' | 'failed'; readonly status: string; readonly order: Order | null };

const failedStates = ['failed', 'expired', 'canceled', 'requires_payment_method'];

const fetchOrder = ({ id }: PaymentRef): Promise<Order> => api.payments.getOrder({ params: { orderId: id } });

/** The payment's status after the server verified it with the provider. */
const fetchStatus = async ({ kind, id }: PaymentRef): Promise<string> => {
  if (kind === 'cashfree') {
    // Links within the site use this parameter for Stripe orders too.
    const { provider, status } = await fetchOrder({ kind, id });
    return provider === 'cashfree' ? verifyCashfree(id) : status;
  }
  try {
    return await confirmStripe(id);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'payment-not-complete')
      return error.message.replace('Payment status: ', '');
    throw error;
  }
};

/** Verifies the payment and, once it is paid, waits a moment for its titles. @throws ApiError, TypeError */
export const awaitPayment = async (payment: PaymentRef): Promise<PaymentResult> => {
  const status = await fetchStatus(payment);
  if (status !== 'paid') {
    const order = await fetchOrder(payment).catch(() => null);
    return { outcome: failedStates.includes(status) ? 'failed' : 'pending', status, order };
  }
  const order = await fetchOrder(payment);
  if (order.purpose !== 'purchase') return { outcome: 'thanks', order };
  const items = order.fulfilled ? [] : order.items;
  const delivered = await Promise.all(
    items.map(({ media, mediaType }) => awaitAccess(media, mediaType).catch(() => false)),
  );
  return { outcome: delivered.every(Boolean) ? 'yours' : 'late', order };
};
