import { Refusal } from '@satrangi/chassis';
import { giftTexts, type UserId } from '@satrangi/contracts';
import type { Order } from '../orders/order.rules.ts';
import { giftStateOf } from '../orders/order-gifts.rules.ts';
import type { OrderStore } from '../orders/orders.store.ts';

/**
 * Finds the order of a gift code. A redeemed one is returned to the reader who redeemed it only.
 * @throws Refusal not-found, too-late: the same for a preview and a redemption
 */
export const findGift =
  (orders: Pick<OrderStore, 'byGiftCode'>) =>
  async (code: string, reader: UserId | null): Promise<{ order: Order; isOpen: boolean }> => {
    const order = await orders.byGiftCode(code);
    const state = order && giftStateOf(order);
    if (!order || !state || state === 'waiting') throw new Refusal('not-found', giftTexts.unknown);
    if (state === 'taken-back') throw new Refusal('too-late', giftTexts.takenBack);
    const isOpen = state === 'open';
    const isOwn = reader !== null && order.gift?.redeemedBy === reader;
    if (!isOpen && !isOwn) throw new Refusal('too-late', giftTexts.redeemed);
    return { order, isOpen };
  };
