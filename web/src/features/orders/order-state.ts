import type { Order } from '@satrangi/contracts';
import { formatMoney } from '@satrangi/contracts/pure';
import { canRequestRefund } from './orders.ts';

/** The state of an order in plain words. */
export type OrderState = {
  readonly heading: string;
  readonly text: string;
  /** Colour of the heading's mark. */
  readonly mood: 'waiting' | 'good' | 'over';
};

const refundStates = ({
  refund,
  refunded,
  amount,
  heldBack,
  gift,
}: Order): Record<Order['refund'], OrderState | null> => ({
  none: null,
  asked: {
    heading: 'We have your refund request',
    text: 'A person reads it and answers within 48 hours. Until then the title stays in your library.',
    mood: 'waiting',
  },
  declined: null,
  'under-way': heldBack
    ? {
        heading: 'Your money is on its way back',
        text:
          heldBack === 'owned'
            ? 'You already own this title, so this second payment goes back to you in full.'
            : 'The payment came after the order had closed, when the title was not sold at this price any more. It goes back to you in full.',
        mood: 'waiting',
      }
    : {
        heading: 'Your refund is on its way',
        text: 'The money goes back the way it came. Banks take 7 to 10 business days.',
        mood: 'waiting',
      },
  partly: {
    heading: 'Partly refunded',
    text: `We gave back ${formatMoney(refunded)} of ${formatMoney(amount)}. ${gift ? 'The gift stays as it is.' : 'The title stays in your library.'}`,
    mood: 'over',
  },
  done: {
    heading: 'Refunded',
    text: `We gave back ${formatMoney(refund === 'done' ? amount : refunded)}, the way you paid. Banks take up to 10 business days to show it.`,
    mood: 'over',
  },
});

const paidState = ({ purpose, fulfilled, items, gift }: Order): OrderState => {
  if (gift?.state === 'redeemed')
    return { heading: 'Your gift was opened', text: 'It is in their library now.', mood: 'good' };
  if (purpose === 'gift-purchase')
    return {
      heading: 'A gift to pass on',
      text: 'It is paid. Whoever has the code can open it, once.',
      mood: 'good',
    };
  if (purpose === 'contribution')
    return { heading: 'Thank you', text: 'Your contribution arrived.', mood: 'good' };
  if (purpose === 'virtual-run') return { heading: 'Paid', text: 'Your fee arrived.', mood: 'good' };
  const isOne = items.length === 1;
  if (fulfilled)
    return {
      heading: 'Paid',
      text: isOne ? 'The title is in your library.' : 'The titles are in your library.',
      mood: 'good',
    };
  return {
    heading: 'Paid, on its way',
    text: isOne
      ? 'Your payment is safe. The title is on its way to your library.'
      : 'Your payment is safe. The titles are on their way to your library.',
    mood: 'waiting',
  };
};

const closed = (order: Order): OrderState => {
  const again = order.items.length > 0 ? ' You can buy the title again at its present price.' : '';
  return order.cancelledAt
    ? { heading: 'Cancelled', text: `You cancelled this order, so nothing is charged.${again}`, mood: 'over' }
    : {
        heading: 'Not paid in time',
        text: `This order was open for a day and is closed now.${again} If you paid after all, we find the payment by itself.`,
        mood: 'over',
      };
};

/** What an order's page says about it. @param open whether its payment can be continued now */
export const orderState = (order: Order, open: boolean): OrderState => {
  const refund = refundStates(order)[order.refund];
  if (refund) return refund;
  switch (order.status) {
    case 'paid':
      return paidState(order);
    case 'refunded':
      return { heading: 'Refunded', text: 'The whole amount was given back.', mood: 'over' };
    case 'mismatch':
      return {
        heading: 'Being checked',
        text: 'The payment does not match this order. A person is looking at it, and your money is safe.',
        mood: 'waiting',
      };
    case 'expired':
      return closed(order);
    case 'failed':
    case 'pending':
      if (!open) return closed({ ...order, cancelledAt: null });
      return order.status === 'failed'
        ? {
            heading: 'Not paid',
            text: 'The payment did not go through. You can try again with the same order, at the same price.',
            mood: 'waiting',
          }
        : {
            heading: 'Waiting for payment',
            text: 'Continue where you stopped: it is the same order at the same price, and you pay once.',
            mood: 'waiting',
          };
  }
};

/** True when its titles can be opened. */
export const isGranted = ({ status, purpose, fulfilled }: Order): boolean =>
  status === 'paid' && purpose === 'purchase' && fulfilled;

const stepTexts = {
  placed: 'Order placed',
  cancelled: 'You cancelled it',
  paid: 'Payment arrived',
  delivered: 'In your library',
  'gift-opened': 'The gift was opened',
  'refund-asked': 'You asked for a refund',
  'refund-declined': 'We answered your request',
  'refund-started': 'Refund started',
  refunded: 'Refund completed',
} as const;

/** One step of the history: `Refund started, ₹499`. */
export const stepText = ({ step, amount }: NonNullable<Order['history']>[number]): string =>
  amount ? `${stepTexts[step]}, ${formatMoney(amount)}` : stepTexts[step];

/** Why a refund cannot be asked for here; null when it can, or nothing is to be said. */
export const noRefundText = (order: Order, now: number): string | null => {
  if (order.status !== 'paid' || order.refund !== 'none' || canRequestRefund(order, now)) return null;
  if (order.purpose === 'contribution')
    return 'A contribution is a gift. If the amount was a mistake, write to us within 3 days and we return it.';
  if (order.gift)
    return order.gift.redeemedAt
      ? 'The gift was opened, so it cannot be refunded here. If something went wrong, please write to us.'
      : 'This gift was paid too long ago to be refunded here. Please write to us.';
  if (order.purpose === 'virtual-run')
    return 'The fee is given back when the run does not take place. For anything else, please write to us.';
  return 'The 3 days to ask for a refund are over. If the title still does not open, write to us: we repair it.';
};
