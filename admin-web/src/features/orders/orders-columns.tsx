import type { AdminOrder } from '@satrangi/contracts';
import { grouped, timeText } from '../../lib/format.ts';
import { providerText } from '../../lib/provider-text.ts';
import { StatusText } from '../../lib/status-text.tsx';
import type { Column } from '../../lib/table-columns.ts';
import { orderUserText } from './order-user.ts';
import { purposeText } from './order-words.ts';
import styles from './orders.module.css';

const itemsText = ({ items, purpose }: AdminOrder): string =>
  items.length > 0 ? items.map(({ media }) => media.title).join(', ') : purposeText[purpose];

export const orderColumns: Column<AdminOrder>[] = [
  {
    id: 'createdAt',
    accessorKey: 'createdAt',
    header: 'Created',
    cell: ({ row: { original } }) => (
      <time className={styles.line} dateTime={original.createdAt}>
        {timeText(original.createdAt)}
      </time>
    ),
    meta: { phone: 'second' },
  },
  {
    id: 'number',
    accessorKey: 'number',
    header: 'Order ID',
    cell: ({ row }) => <span className={styles.line}>{row.original.number}</span>,
    meta: { phone: 'title', opens: true },
  },
  {
    id: 'user',
    accessorFn: ({ user }) => orderUserText(user),
    header: 'User',
  },
  {
    id: 'items',
    accessorFn: itemsText,
    header: 'Items',
    meta: { phone: 'second' },
  },
  {
    id: 'total',
    accessorKey: 'total',
    header: 'Total (₹)',
    cell: ({ row }) => <span className="num">₹{grouped(row.original.total)}</span>,
    meta: { align: 'end', phone: 'side' },
  },
  {
    id: 'status',
    accessorKey: 'paymentStatus',
    header: 'Status',
    cell: ({ row }) => <StatusText status={row.original.paymentStatus} />,
    meta: { phone: 'side' },
  },
  {
    id: 'provider',
    accessorFn: ({ paymentProvider }) => providerText[paymentProvider],
    header: 'Provider',
  },
];
