import { Field } from '@satrangi/kit';
import type { ComponentProps } from 'react';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { PasswordField } from './password-field.tsx';
import styles from './profile-form.module.css';
import type { Opened } from './profile-values.ts';
import { Strength } from './strength.tsx';

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

/** The two changes that decide who gets in. Both want the password of now, which is asked once. */
export function Credentials({
  email,
  hasPassword,
  opened,
  onOpen,
  field,
  newPassword,
}: {
  email: string | null;
  hasPassword: boolean;
  opened: Opened;
  onOpen: (opened: Opened) => void;
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
        isOpen={opened.email}
        onToggle={(isOpen) => onOpen({ ...opened, email: isOpen })}
      />
      {opened.email && (
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
        isOpen={opened.password}
        onToggle={(isOpen) => onOpen({ ...opened, password: isOpen })}
      />
      {opened.password && (
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint={<Strength of={newPassword} />}
          required
          {...field('newPassword')}
        />
      )}
      {(opened.email || opened.password) && (
        <PasswordField
          label="Current password"
          hint={opened.password ? 'This logs you out on all other devices.' : undefined}
          autoComplete="current-password"
          required
          {...field('currentPassword')}
        />
      )}
    </fieldset>
  );
}
