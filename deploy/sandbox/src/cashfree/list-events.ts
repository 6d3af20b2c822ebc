import { z } from 'zod';
import { indiaTime, inMajor, type Order } from './cashfree-records.ts';

export const ReconRequest = z.object({
  pagination: z.object({ limit: z.int().min(1).max(1000), cursor: z.string().nullish() }),
  filters: z.object({
    start_date: z.iso.datetime({ offset: true }),
    end_date: z.iso.datetime({ offset: true }),
  }),
});
type ReconRequest = z.infer<typeof ReconRequest>;

type Event = { at: number; type: 'PAYMENT' | 'REFUND'; id: string; amountMinor: number; currency: string };

const eventsOf = (order: Order): Event[] => [
  ...order.payments
    .filter(({ status }) => status === 'SUCCESS')
    .map(({ at, id, amountMinor, currency }) => ({
      at,
      type: 'PAYMENT' as const,
      id,
      amountMinor,
      currency,
    })),
  ...order.refunds
    .filter(({ status }) => status === 'SUCCESS')
    .map(({ at, id, amountMinor }) => ({
      at,
      type: 'REFUND' as const,
      id,
      amountMinor,
      currency: order.currency,
    })),
];

/** Payments and refunds between two timestamps, oldest first. The cursor is the number of events already listed. */
export const listEvents = (
  orders: Iterable<Order>,
  { start_date, end_date }: ReconRequest['filters'],
  { limit, cursor }: ReconRequest['pagination'],
) => {
  const [from, to] = [Date.parse(start_date), Date.parse(end_date)];
  const all = [...orders]
    .flatMap((order) => eventsOf(order).map((event) => ({ order, event })))
    .filter(({ event }) => event.at >= from && event.at < to)
    .sort((one, other) => one.event.at - other.event.at);
  const start = Number(cursor ?? 0);
  const page = all.slice(start, start + limit);
  const next = start + page.length;
  return {
    limit,
    cursor: next < all.length ? String(next) : null,
    data: page.map(({ order, event }) => ({
      event_details: {
        event_id: event.id,
        event_type: event.type,
        event_amount: inMajor(event.amountMinor),
        event_currency: event.currency,
        event_settlement_amount: inMajor(event.amountMinor),
        event_status: 'SUCCESS',
        event_time: indiaTime(event.at),
        sale_type: event.type === 'PAYMENT' ? 'CREDIT' : 'DEBIT',
        entity: 'recon',
      },
      order_details: {
        order_id: order.id,
        order_amount: inMajor(order.amountMinor),
        order_currency: order.currency,
        order_tags: order.tags,
      },
    })),
  };
};
