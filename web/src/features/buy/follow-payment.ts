import type { Order } from '@satrangi/contracts';
import { ApiError } from '@satrangi/contracts/pure';
import { api } from '../../lib/api.ts';
import { confirmStripe, verifyCashfree } from '../../lib/payments/ask-provider.ts';
import { awaitAccess } from './settle.ts';

/** A payment as the return address names it: a Cashfree order or a Stripe payment. */
export type Named = { readonly kind: 'cashfree' | 'stripe'; readonly id: string };

/** Reads `order_id` or `payment_intent` of the address a provider sends buyers back to. */
export const namedPayment = (params: URLSearchParams): Named | null => {
  const [orderId, intent] = [params.get('order_id'), params.get('payment_intent')];
  if (intent) return { kind: 'stripe', id: intent };
  return orderId ? { kind: 'cashfree', id: orderId } : null;
};

/** What came of a payment: `late` is paid while a title of it is still on its way, `thanks` bought no title. */
export type Result =
  | { readonly face: 'yours'; readonly order: Order }
  | { readonly face: 'thanks'; readonly order: Order }
  | { readonly face: 'late'; readonly order: Order }
  | { readonly face: 'pending' | 'failed'; readonly status: string; readonly order: Order | null };

const failedStates = ['failed', 'expired', 'canceled', 'requires_payment_method'];

const orderOf = ({ id }: Named): Promise<Order> => api.payments.getOrder({ params: { orderId: id } });

/** The provider's word for where the payment stands, as the server heard it. */
const statusOf = async ({ kind, id }: Named): Promise<string> => {
  if (kind === 'cashfree') {
    // An order of the other provider comes by this name too, when somebody follows a link of ours.
    const { provider, status } = await orderOf({ kind, id });
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

/** Asks how the payment stands and, once it is paid, waits a little for its titles. @throws ApiError, TypeError */
export const followPayment = async (named: Named): Promise<Result> => {
  const status = await statusOf(named);
  if (status !== 'paid') {
    const order = await orderOf(named).catch(() => null);
    return { face: failedStates.includes(status) ? 'failed' : 'pending', status, order };
  }
  const order = await orderOf(named);
  if (order.purpose !== 'purchase') return { face: 'thanks', order };
  const items = order.fulfilled ? [] : order.items;
  const arrived = await Promise.all(
    items.map(({ media, mediaType }) => awaitAccess(media, mediaType).catch(() => false)),
  );
  return { face: arrived.every(Boolean) ? 'yours' : 'late', order };
};
