import { Button } from './button.tsx';
import styles from './error-note.module.css';
import { Icon } from './icon.tsx';
import { warningIcon } from './icons-notes.ts';

/** An error message with an optional retry. */
export function ErrorNote({ children, onRetry }: { children: string; onRetry?: () => void }) {
  return (
    <div className={styles.note}>
      <p role="alert">
        <Icon shape={warningIcon} /> {children}
      </p>
      {onRetry && (
        <Button onClick={onRetry} size="s">
          Try again
        </Button>
      )}
    </div>
  );
}
