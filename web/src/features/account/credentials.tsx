import { Field } from '@satrangi/kit';
import type { ComponentProps } from 'react';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { PasswordField } from './password-field.tsx';
import { PasswordRule } from './password-rule.tsx';
import styles from './profile-form.module.css';
import type { OpenChanges } from './profile-values.ts';

type FieldProps = Pick<ComponentProps<typeof Field>, 'name' | 'value' | 'onChange'> & {
  readonly error: string | undefined;
};

function Toggle({
  label,
  isOpen,
  onToggle,
}: {
  label: string;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}) {
  return (
    <label className={styles.toggle}>
      <input type="checkbox" checked={isOpen} onChange={({ target }) => onToggle(target.checked)} />
      <span>{label}</span>
    </label>
  );
}

/** Changes of email and password. Both require the current password, which is entered once. */
export function Credentials({
  email,
  hasPassword,
  openChanges,
  onOpen,
  field,
  newPassword,
}: {
  email: string | null;
  hasPassword: boolean;
  openChanges: OpenChanges;
  onOpen: (openChanges: OpenChanges) => void;
  field: (name: 'newEmail' | 'newPassword' | 'currentPassword') => FieldProps;
  newPassword: string;
}) {
  if (!hasPassword)
    return (
      <p className={styles.aside}>
        You log in with Google. If you would like a password too,{' '}
        <Link to={paths.forgotPassword}>ask for a link</Link> to set one.
      </p>
    );
  return (
    <fieldset className={styles.credentials}>
      <legend>How you log in</legend>
      <Toggle
        label={email ? 'Change my email' : 'Add an email'}
        isOpen={openChanges.email}
        onToggle={(isOpen) => onOpen({ ...openChanges, email: isOpen })}
      />
      {openChanges.email && (
        <Field
          label="New email"
          hint="We'll send a link there. Your email changes once you open it."
          type="email"
          autoComplete="email"
          required
          {...field('newEmail')}
        />
      )}
      <Toggle
        label="Change my password"
        isOpen={openChanges.password}
        onToggle={(isOpen) => onOpen({ ...openChanges, password: isOpen })}
      />
      {openChanges.password && (
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint={<PasswordRule of={newPassword} />}
          required
          {...field('newPassword')}
        />
      )}
      {(openChanges.email || openChanges.password) && (
        <PasswordField
          label="Current password"
          hint={openChanges.password ? 'This logs you out on all other devices.' : undefined}
          autoComplete="current-password"
          required
          {...field('currentPassword')}
        />
      )}
    </fieldset>
  );
}
