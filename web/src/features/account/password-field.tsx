import { Field } from '@satrangi/kit';
import { type ComponentProps, useState } from 'react';
import styles from './account.module.css';

/** A password that its owner may look at while typing. Pasting is welcome. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type'>) {
  const [shown, setShown] = useState(false);
  return (
    <div className={styles.password}>
      <Field {...props} type={shown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
      <button type="button" aria-pressed={shown} aria-label="Show password" onClick={() => setShown(!shown)}>
        {shown ? 'Hide' : 'Show'}
      </button>
    </div>
  );
}
