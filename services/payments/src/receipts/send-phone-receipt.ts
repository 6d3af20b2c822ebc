import type { Clock } from '@satrangi/chassis';
import { OrderId } from '@satrangi/contracts';
import { z } from 'zod';
import type { OrderEvents } from '../orders/order-events.ts';
import type { OrderStore } from '../orders/orders.store.ts';
import type { SendToPhone } from '../providers/whatsapp.ts';
import { phoneReceipt } from './phone-receipt.rules.ts';

const Work = z.object({ orderId: OrderId });

/** A message that was delayed for longer is dropped. */
const STALE_AFTER_MS = 24 * 3_600_000;

type Deps = { settings: { readonly STATEMENT_NAME: string }; clock: Clock; orderEvents: OrderEvents };

/**
 * Sends the WhatsApp receipt of one order, at most once: it is marked `sending` before the call, and reset only when
 * WhatsApp surely did not accept it. The mail is the reliable receipt; this one may be lost.
 * @param send null when no provider is set any more
 */
export const sendPhoneReceipt =
  (orders: OrderStore, send: SendToPhone | null, { settings, clock, orderEvents }: Deps) =>
  async (data: unknown): Promise<void> => {
    const { orderId } = Work.parse(data);
    if (!(await orders.phoneReceipt(orderId, 'waiting', 'sending'))) return;
    const order = await orders.byId(orderId);
    const message = order && phoneReceipt(order, settings.STATEMENT_NAME);
    const isStale = clock.now().getTime() - (order?.paidAt?.getTime() ?? 0) > STALE_AFTER_MS;
    const answer = send && message && !isStale ? await send(message) : 'refused';
    const messages = answer === 'sent' ? orderEvents.sentToPhone(clock.now()) : {};
    await orders.phoneReceipt(orderId, 'sending', answer === 'later' ? 'waiting' : answer, messages);
    if (answer === 'later') throw new Error('the message was put off');
  };
