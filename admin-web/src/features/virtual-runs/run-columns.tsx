import type { Registration } from '@satrangi/contracts';
import { dayText, grouped, rupees, timeText } from '../../lib/format.ts';
import type { Column } from '../../lib/table-columns.ts';
import { NumberCell, RowActions } from './inline-edit.tsx';
import { stateLabels } from './run-queries.ts';
import styles from './virtual-runs.module.css';

export const activityLabels: Readonly<Record<Registration['activityType'], string>> = {
  run: 'Run',
  walk: 'Walk',
  cycle: 'Cycle',
  wheel: 'Wheel',
  other: 'Other',
};

export function RegistrationStatus({ status }: { status: Registration['paymentStatus'] }) {
  return (
    <span className={styles.status} data-state={status}>
      {stateLabels[status]}
    </span>
  );
}

export const columns: Column<Registration>[] = [
  { id: 'name', accessorKey: 'displayName', header: 'Name', meta: { phone: 'title' } },
  { id: 'email', accessorKey: 'email', header: 'Email', meta: { phone: 'second' } },
  { id: 'phone', header: 'Phone', cell: ({ row }) => row.original.phone || '–' },
  {
    id: 'activity',
    header: 'Activity',
    cell: ({ row }) => activityLabels[row.original.activityType],
    meta: { phone: 'second' },
  },
  {
    id: 'distance',
    header: 'Distance',
    cell: ({ row: { original } }) => (
      <NumberCell
        row={original}
        name="distanceKm"
        label="Distance in km"
        text={`${grouped(original.distanceKm)} km`}
      />
    ),
    meta: { align: 'end' },
  },
  {
    id: 'goal',
    header: 'Goal',
    cell: ({ row: { original } }) => (
      <NumberCell
        row={original}
        name="fundraisingGoal"
        label="Goal in rupees"
        text={rupees(original.fundraisingGoal)}
      />
    ),
    meta: { align: 'end' },
  },
  {
    id: 'fee',
    header: 'Fee',
    cell: ({ row }) => <span className="num">{rupees(row.original.amountPaid)}</span>,
    meta: { align: 'end' },
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ row }) => <RegistrationStatus status={row.original.paymentStatus} />,
    meta: { phone: 'side' },
  },
  {
    id: 'created',
    header: 'Created',
    cell: ({ row: { original } }) => (
      <time className={styles.nowrap} dateTime={original.createdAt} title={timeText(original.createdAt)}>
        {dayText(original.createdAt)}
      </time>
    ),
  },
  { id: 'actions', header: 'Actions', cell: ({ row }) => <RowActions row={row.original} /> },
];
