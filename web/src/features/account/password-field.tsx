import { Field } from '@satrangi/kit';
import { type ComponentProps, useState } from 'react';
import styles from './account.module.css';

/** A password field with a button that shows the password. Pasting is allowed. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type'>) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className={styles.password}>
      <Field {...props} type={isShown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
      <button
        type="button"
        aria-pressed={isShown}
        aria-label="Show password"
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? 'Hide' : 'Show'}
      </button>
    </div>
  );
}
