import { Refusal, type WriteSheet } from '@satrangi/chassis';
import type { OrderStore } from '../orders/orders.store.ts';
import { type Cell, orderColumns, orderRow } from './order-rows.ts';

/**
 * Writes all orders to the configured spreadsheet, newest first. Writes the whole sheet each time, so a repeat or an
 * interruption leaves no duplicate rows. @throws Refusal unavailable `Sync failed`
 * @param write null when no spreadsheet is set
 * @returns how many orders were written
 */
export const syncOrders =
  (orders: OrderStore, { write }: { write: WriteSheet | null }) =>
  async (): Promise<number> => {
    if (!write) throw new Refusal('unavailable', 'Sync failed');
    const rows: Cell[][] = [];
    for await (const order of orders.all()) rows.push(orderRow(order));
    if (await write([[...orderColumns], ...rows])) return rows.length;
    throw new Refusal('unavailable', 'Sync failed', { retryAfter: 60 });
  };
