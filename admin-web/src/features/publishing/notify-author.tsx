import { useId } from 'react';
import styles from './publishing.module.css';

type Props = {
  label: string;
  isNotified: boolean;
  onChange: (isNotified: boolean) => void;
};

/** Whether the author gets a mail about a move (checklist PUB-20). */
export function NotifyAuthor({ label, isNotified, onChange }: Props) {
  const box = useId();
  return (
    <div className={styles.check}>
      <input
        id={box}
        type="checkbox"
        checked={isNotified}
        onChange={({ target }) => onChange(target.checked)}
        aria-describedby={`${box}-hint`}
      />
      <label htmlFor={box}>{label}</label>
      <p id={`${box}-hint`} className="muted">
        A mail without title and state goes in a minute; the author reads the state at a private address.
      </p>
    </div>
  );
}
