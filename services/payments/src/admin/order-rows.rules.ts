import { joinedOf, majorOf } from '@satrangi/contracts';
import { type Order, purposeOf } from '../orders/order.rules.ts';

/** The columns of every list of orders that leaves the house: spreadsheet and CSV. */
export const orderColumns = [
  'Created',
  'Order ID',
  'Number',
  'Purpose',
  'User',
  'Name',
  'Email',
  'Items',
  'Total (INR)',
  'Amount',
  'Currency',
  'Status',
  'Provider',
  'Payment ID',
  'Paid',
  'Refunded',
] as const;

export type Cell = string | number;

/**
 * A spreadsheet takes a text that begins with one of these for a formula, and a formula can carry data away (S36). An
 * apostrophe in front makes it a text again; it is shown by no spreadsheet that means it.
 */
export const plainCell = (text: string): string =>
  /^\s*[=+\-@＝＋－＠]/u.test(text) || /^[\t\r\n]/.test(text) ? `'${text}` : text;

/** One order, in the order of `orderColumns`. Amounts are in rupees or dollars. */
export const orderRow = (order: Order): Cell[] => {
  const { currency } = order.amount;
  const items = order.items.map(
    ({ title, mediaType, format }) => `${title} (${joinedOf(mediaType)}, ${format})`,
  );
  const cells: Cell[] = [
    order.createdAt.toISOString(),
    order._id,
    order.number,
    purposeOf(order),
    order.userId ?? '',
    order.buyer.name ?? '',
    order.buyer.email ?? '',
    items.join('; '),
    order.totalPaise / 100,
    majorOf(order.amount),
    currency,
    order.state,
    order.provider,
    order.reference ?? '',
    order.paidAt?.toISOString() ?? '',
    majorOf({ minor: order.refundedMinor ?? 0, currency }),
  ];
  return cells.map((cell) => (typeof cell === 'string' ? plainCell(cell) : cell));
};

const quoted = (cell: Cell): string => {
  const text = String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Spreadsheets know by it that the text is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(quoted).join(',')}\r\n`;
