import { type Role, UserChanges, type UserRow } from '@satrangi/contracts';
import { NAME_MAX } from '@satrangi/contracts/pure';
import { Button, Field, Select, useToast } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { Confirm } from '../../lib/confirm.tsx';
import { EditForm } from '../../lib/edit-form/edit-form.tsx';
import { type Stored, useEditForm } from '../../lib/edit-form/use-edit-form.ts';
import { ifMatch } from '../../lib/if-match.ts';
import { roleText } from './users-columns.tsx';
import { refusalText } from './users-queries.ts';

type Values = { readonly name: string; readonly email: string; readonly role: Role };
type PendingRole = { readonly role: Role; readonly answer: (isWanted: boolean) => void };

const labels = { name: 'Name', email: 'Email', role: 'Role' } as const;

const storedOf = ({ name, email, role, revision }: UserRow): Stored<Values> => ({
  values: { name, email: email ?? '', role },
  revision,
});

type Props = {
  user: UserRow;
  pending: PendingRole;
  onClose: () => void;
};

/** Asks for the name before the role of an account changes. */
function ConfirmRole({ user, pending, onClose }: Props) {
  const isAdmin = pending.role === 'ADMIN';
  return (
    <Confirm
      title={isAdmin ? `Make ‘${user.name}’ an admin?` : `Make ‘${user.name}’ a reader?`}
      action={isAdmin ? 'Make admin' : 'Make reader'}
      typed={{ label: `Type the name: ${user.name}`, text: user.name }}
      onConfirm={async () => pending.answer(true)}
      failureOf={() => ''}
      onClose={() => {
        pending.answer(false);
        onClose();
      }}
    >
      <p>
        {isAdmin
          ? 'Admins see orders, submissions and readers, and can change all of it.'
          : 'This account loses the back office at once.'}{' '}
        It must log in again.
      </p>
    </Confirm>
  );
}

/**
 * Name, email and role of an account; over a newer state both are shown. Its draft is kept
 * by the browser tab only: the names and addresses of readers are not left in this browser.
 * @param user the row as it was before the address was requested: its revision is never newer than the address
 */
export function EditUser({ user, email, onClose }: { user: UserRow; email: string; onClose: () => void }) {
  const client = useQueryClient();
  const showToast = useToast();
  const [pending, setPending] = useState<PendingRole | null>(null);
  const edit = useEditForm<Values, UserChanges>({
    tab: 'users',
    id: user._id,
    schema: UserChanges,
    stored: storedOf({ ...user, email }),
    labels,
    draftPlace: 'tab',
    words: { role: (value) => roleText[value as Role] },
    confirm: async ({ role }, present) =>
      role === undefined ||
      role === present.role ||
      new Promise<boolean>((answer) => setPending({ role, answer })),
    failure: (error) => refusalText(error, 'Failed to update user'),
    theirs: ({ data }) => (data?.current ? storedOf(data.current as UserRow) : null),
    save: async (body, revision) => {
      const saved = await api.identity.updateUser({ params: { id: user._id }, body }, ifMatch(revision));
      client.invalidateQueries({ queryKey: ['identity'] }).catch(() => undefined);
      showToast(`‘${saved.name}’ is saved.`);
      onClose();
      return storedOf(saved);
    },
  });
  return (
    <>
      <EditForm edit={edit} label={`Edit ${user.name}`} actions={<Button onClick={onClose}>Cancel</Button>}>
        <Field label={labels.name} maxLength={NAME_MAX} autoComplete="off" {...edit.field('name')} />
        <Field
          label={labels.email}
          type="email"
          autoComplete="off"
          spellCheck={false}
          {...edit.field('email')}
        />
        <Select label={labels.role} {...edit.field('role')}>
          <option value="USER">{roleText.USER}</option>
          <option value="ADMIN">{roleText.ADMIN}</option>
        </Select>
      </EditForm>
      {pending && <ConfirmRole user={user} pending={pending} onClose={() => setPending(null)} />}
    </>
  );
}
