import { joinedOf, type Order as OrderView } from '@satrangi/contracts';
import type { Media } from '../pricing/pricing.rules.ts';
import { type Order, payUntil, purposeOf } from './order.rules.ts';
import { giftView } from './order-gifts.rules.ts';
import { refundOf, refundUntil } from './order-refunds.rules.ts';

/** Items of the catalog by id: their present creators and languages. */
export type MediaById = ReadonlyMap<string, Pick<Media, 'creator' | 'language'>>;

type Step = NonNullable<OrderView['history']>[number];

type Given = { readonly at: Date; readonly minor: number };

const laterOf = (one: Date, next: Date | null): Date => (next !== null && next > one ? next : one);

/**
 * Completed refunds, oldest first: those that the provider listed, else those that were created here. The provider's time is
 * that of its request, in whole seconds: nothing is refunded before it was requested or paid. A refund of the same amount that
 * was created here has the time of its completion.
 */
export const refundsOf = ({
  paidAt,
  returned = [],
  refunds = [],
}: Pick<Order, 'paidAt' | 'returned' | 'refunds'>): Given[] => {
  const created = refunds.filter(({ state }) => state !== 'failed');
  const listed = returned.map(({ at, minor }) => {
    const match = created.findIndex(({ amountMinor }) => amountMinor === minor);
    const [own] = match < 0 ? [] : created.splice(match, 1);
    return { at: own?.doneAt ?? laterOf(at, own?.askedAt ?? paidAt), minor };
  });
  const done = created.flatMap(({ state, doneAt: at, amountMinor: minor }) =>
    state === 'done' && at ? [{ at, minor }] : [],
  );
  return (listed.length > 0 ? listed : done).sort((one, next) => one.at.getTime() - next.at.getTime());
};

/** What happened to an order, oldest first. */
const historyOf = (order: Order): Step[] => {
  const { currency } = order.amount;
  const once = (step: Step['step'], at: Date | null | undefined): { step: Step['step']; at: Date }[] =>
    at ? [{ step, at }] : [];
  const steps: { step: Step['step']; at: Date; minor?: number }[] = [
    ...once('placed', order.createdAt),
    ...once('cancelled', order.state === 'expired' ? order.cancelledAt : null),
    ...once('paid', order.paidAt),
    ...once('delivered', purposeOf(order) === 'purchase' ? order.fulfilledAt : null),
    ...once('gift-opened', order.gift?.redeemedAt),
    ...once('refund-asked', order.refundRequest?.at),
    ...once('refund-declined', order.refundRequest?.declined?.at),
    ...(order.refunds ?? []).flatMap(({ state, askedAt: at, amountMinor: minor }) =>
      state === 'failed' ? [] : [{ step: 'refund-started' as const, at, minor }],
    ),
    ...refundsOf(order).map(({ at, minor }) => ({ step: 'refunded' as const, at, minor })),
  ];
  return steps
    .sort((one, next) => one.at.getTime() - next.at.getTime())
    .map(({ step, at, minor }) => ({
      step,
      at: at.toISOString(),
      ...(minor === undefined ? {} : { amount: { minor, currency } }),
    }));
};

/** An order as its buyer sees it. */
export const toOrderView = (
  order: Order,
  { mediaById, statementName }: { mediaById: MediaById; statementName: string },
): OrderView => ({
  orderId: order._id,
  number: order.number,
  purpose: purposeOf(order),
  status: order.state,
  fulfilled: order.fulfilledAt !== null,
  provider: order.provider,
  amount: { ...order.amount },
  items: order.items.map(({ mediaId, mediaType, format, title, unit }) => ({
    media: mediaId,
    mediaType: joinedOf(mediaType),
    format,
    title,
    creator: mediaById.get(mediaId)?.creator,
    language: mediaById.get(mediaId)?.language,
    price: { ...unit },
  })),
  createdAt: order.createdAt.toISOString(),
  paidAt: order.paidAt?.toISOString() ?? null,
  statementName,
  receiptSent: order.receipt === 'sent',
  heldBack: order.heldBack ?? null,
  history: historyOf(order),
  payUntil: payUntil(order)?.toISOString() ?? null,
  cancelledAt: order.state === 'expired' ? (order.cancelledAt?.toISOString() ?? null) : null,
  refund: refundOf(order),
  refunded: { minor: order.refundedMinor ?? 0, currency: order.amount.currency },
  refundUntil: refundUntil(order)?.toISOString() ?? null,
  refundDeclined: order.refundRequest?.declined?.reason ?? null,
  gift: giftView(order),
});
