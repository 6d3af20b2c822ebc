import type { UserRow } from '@satrangi/contracts';
import { accountTexts, isEmail, NAME_MAX } from '@satrangi/contracts/pure';
import { Button, ErrorNote, Field, Select, useForm, useToast } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { Confirm } from '../../lib/confirm.tsx';
import styles from './users.module.css';
import { refusalText } from './users-queries.ts';

type Values = { readonly name: string; readonly email: string; readonly role: string };

const failureOf = (error: unknown): string => refusalText(error, 'Failed to update user');

const check = ({ name, email }: Values) => ({
  name: name.trim() === '' ? accountTexts.nameRequired : undefined,
  email: isEmail(email.trim()) ? undefined : accountTexts.emailInvalid,
});

/**
 * Name, email and role of an account. A change of the role asks for the name first. Keeps no draft: the names and
 * addresses of readers are not left in this browser.
 */
export function EditUser({ user, email, onClose }: { user: UserRow; email: string; onClose: () => void }) {
  const client = useQueryClient();
  const showToast = useToast();
  const [asked, setAsked] = useState<Values | null>(null);
  const save = async ({ name, email: address, role }: Values): Promise<void> => {
    const body = {
      name: name.trim(),
      email: address.trim(),
      role: role === 'ADMIN' ? 'ADMIN' : 'USER',
    } as const;
    await api.identity.updateUser({ params: { id: user._id }, body });
    client.invalidateQueries({ queryKey: ['identity'] }).catch(() => undefined);
    showToast(`‘${body.name}’ is saved.`);
    onClose();
  };
  const { form, field, failure, busy, values } = useForm<Values>({
    initial: { name: user.name, email, role: user.role },
    check,
    submit: async (next) => {
      if (next.role === user.role) await save(next);
      else setAsked(next);
    },
    failureOf,
  });
  const isAdmin = values.role === 'ADMIN';
  return (
    <>
      <form className={styles.form} aria-label={`Edit ${user.name}`} {...form}>
        <Field label="Name" maxLength={NAME_MAX} autoComplete="off" {...field('name')} />
        <Field label="Email" type="email" autoComplete="off" spellCheck={false} {...field('email')} />
        <Select label="Role" {...field('role')}>
          <option value="USER">Reader</option>
          <option value="ADMIN">Admin</option>
        </Select>
        {failure && <ErrorNote>{failure}</ErrorNote>}
        <div className={styles.acts}>
          <Button type="submit" tone="primary" disabled={busy}>
            Save
          </Button>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
      {asked && (
        <Confirm
          title={isAdmin ? `Make ‘${user.name}’ an admin?` : `Make ‘${user.name}’ a reader?`}
          action={isAdmin ? 'Make admin' : 'Make reader'}
          typed={{ label: `Type the name: ${user.name}`, text: user.name }}
          onConfirm={() => save(asked)}
          failureOf={failureOf}
          onClose={() => setAsked(null)}
        >
          <p>
            {isAdmin
              ? 'Admins see orders, submissions and readers, and can change all of it.'
              : 'This account loses the back office at once.'}{' '}
            It must log in again.
          </p>
        </Confirm>
      )}
    </>
  );
}
