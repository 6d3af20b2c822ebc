import type { UserRow } from '@satrangi/contracts';
import { Button } from '@satrangi/kit';
import type { Column } from '../../lib/data-table.tsx';
import { dayText } from '../../lib/format.ts';
import { MaskedEmail } from './masked-email.tsx';
import styles from './users.module.css';

export const roleText: Readonly<Record<UserRow['role'], string>> = { USER: 'Reader', ADMIN: 'Admin' };

export const usersColumns = ({
  onEdit,
  onDelete,
}: {
  onEdit: (user: UserRow) => void;
  onDelete: (user: UserRow) => void;
}): Column<UserRow>[] => [
  { id: 'name', accessorKey: 'name', header: 'Name', meta: { phone: 'title', opens: true } },
  {
    id: 'email',
    accessorKey: 'email',
    header: 'Email',
    cell: ({ row }) => <MaskedEmail key={row.original._id} user={row.original} />,
    meta: { phone: 'second' },
  },
  {
    id: 'role',
    accessorFn: ({ role }) => roleText[role],
    header: 'Role',
    meta: { phone: 'side' },
  },
  {
    id: 'createdAt',
    accessorKey: 'createdAt',
    header: 'Created',
    cell: ({ row }) => <time dateTime={row.original.createdAt}>{dayText(row.original.createdAt)}</time>,
    meta: { phone: 'second' },
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: ({ row }) => (
      <span className={styles.acts}>
        <Button size="s" aria-label={`Edit ${row.original.name}`} onClick={() => onEdit(row.original)}>
          Edit
        </Button>
        <Button
          size="s"
          tone="danger"
          aria-label={`Delete ${row.original.name}`}
          onClick={() => onDelete(row.original)}
        >
          Delete
        </Button>
      </span>
    ),
    meta: { align: 'end' },
  },
];
