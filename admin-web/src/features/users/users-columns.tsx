import type { UserRow } from '@satrangi/contracts';
import { Button } from '@satrangi/kit';
import { createContext, useContext } from 'react';
import { dayText } from '../../lib/format.ts';
import type { Column } from '../../lib/table-columns.ts';
import { MaskedEmail } from './masked-email.tsx';
import styles from './users.module.css';

export const roleText: Readonly<Record<UserRow['role'], string>> = { USER: 'Reader', ADMIN: 'Admin' };

type RowActions = { readonly edit: (user: UserRow) => void; readonly remove: (user: UserRow) => void };

/** What cells can do. Cells read it here: columns stay the same objects, or a new render would hide a shown address. */
export const RowActionsContext = createContext<RowActions>({ edit: () => {}, remove: () => {} });

function Actions({ user }: { user: UserRow }) {
  const { edit, remove } = useContext(RowActionsContext);
  return (
    <span className={styles.acts}>
      <Button size="s" aria-label={`Edit ${user.name}`} onClick={() => edit(user)}>
        Edit
      </Button>
      <Button size="s" tone="danger" aria-label={`Delete ${user.name}`} onClick={() => remove(user)}>
        Delete
      </Button>
    </span>
  );
}

export const usersColumns: Column<UserRow>[] = [
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
    cell: ({ row }) => <Actions user={row.original} />,
    meta: { align: 'end' },
  },
];
