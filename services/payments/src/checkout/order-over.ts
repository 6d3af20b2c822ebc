import { Refusal } from '@satrangi/chassis';
import type { Order } from '../orders/order.rules.ts';

/** The refusal for an order whose payment cannot be continued or cancelled any more, with the reason in `data.status`. */
export const orderOver = ({ state, cancelledAt }: Pick<Order, 'state' | 'cancelledAt'>): Refusal => {
  const data = { status: state };
  if (state === 'paid' || state === 'refunded')
    return new Refusal('too-late', 'This order is already paid', { data });
  if (state === 'mismatch')
    return new Refusal('too-late', 'This payment is being checked. Please write to us.', { data });
  const ended = state === 'expired' && cancelledAt ? 'was cancelled' : 'has expired';
  return new Refusal('too-late', `This order ${ended}. Please order again.`, { data });
};
