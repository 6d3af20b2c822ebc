import type { Clock, Logger } from '@satrangi/chassis';
import { failpoint } from '@satrangi/chassis';
import type { IsOn } from '../safety.ts';
import type { Order } from './order.rules.ts';
import type { OrderFacts } from './order-facts.ts';
import { decide, isSecondPayment, type Move, nextLook, type Observation, ranks } from './orders.rules.ts';
import type { OrderChange, OrderStore } from './orders.store.ts';

export type SettleOrder = (order: Order, observation: Observation) => Promise<Order>;

const stamps = (order: Order, move: Move, now: Date): OrderChange => {
  const lookAt = nextLook(move.to, move.to === 'paid' ? now : order.createdAt, now);
  switch (move.to) {
    case 'paid':
      return { lookAt, paidAt: now, receipt: order.buyer.email ? 'waiting' : 'no-address' };
    case 'refunded':
      return { lookAt, refundedAt: now };
    default:
      return { lookAt };
  }
};

/**
 * Acts on what was learnt of a payment. Webhook, verify, confirm and sweeper all end here, at the same time and any
 * number of times: the first one moves the order and says so in the same write, the others find it done.
 * @returns the order as it stands now
 */
export const settleOrder = (
  orders: OrderStore,
  { facts, clock, log, isOn }: { facts: OrderFacts; clock: Clock; log: Logger; isOn: IsOn },
): SettleOrder => {
  const alarm = async (order: Order, observation: Observation): Promise<void> => {
    const said = facts.paidTwice(order, observation);
    const noted = await orders.noteSecondPayment(order._id, observation.key, said);
    if (noted) log.warn({ orderId: order._id, provider: order.provider }, 'order paid twice');
  };

  /**
   * Two orders of one reader for one thing, both paid: the reader has it once, so one payment must go back. Looked for
   * after the move: of two that are paid at the same moment, at least one sees the other.
   */
  const alarmOfTwins = async (order: Order, observation: Observation): Promise<void> => {
    const mediaIds = order.items.map(({ mediaId }) => mediaId);
    const twins = (await orders.bought(order.userId, mediaIds)).filter(({ _id }) => _id !== order._id);
    if (twins.length > 0) await alarm(order, { ...observation, key: `twin:${order._id}` });
  };

  const settle: SettleOrder = async (order, observation) => {
    const isRanked = isOn('rank-rule');
    const move = decide(order, observation, { isAmountChecked: isOn('amount-check'), isRanked });
    if (!move) {
      if (isSecondPayment(order, observation)) await alarm(order, observation);
      return order;
    }
    const said = facts.of(order, move);
    const set = stamps(order, move, clock.now());
    const moved = await orders.move(order, move.to, observation.key, set, said, isRanked);
    if (!moved) {
      const now = (await orders.byId(order._id)) ?? order;
      // This payment has paid for another order already; it does not pay twice.
      if (move.to === 'paid' && ranks[now.state] < ranks.paid)
        return settle(now, { ...observation, key: `${observation.key}:${now._id}`, orderId: null });
      if (isSecondPayment(now, observation)) await alarm(now, observation);
      return now;
    }
    if (move.to === 'refunded') failpoint('payments.refund-committed-before-publish');
    if (move.to === 'paid') await alarmOfTwins(order, observation);
    if (move.to === 'mismatch')
      log.warn({ orderId: order._id, provider: order.provider }, 'payment mismatched');
    else log.info({ orderId: order._id, provider: order.provider, state: move.to }, 'order moved');
    return moved;
  };
  return settle;
};
