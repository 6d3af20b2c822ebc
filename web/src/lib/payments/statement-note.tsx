import { hiddenIcon, Icon } from '@satrangi/kit';
import type { ReactNode } from 'react';
import styles from './statement-note.module.css';

/** What others can see of a payment: the name on the statement and the subject of the mail. Shown before paying. */
export function StatementNote({
  name,
  subject,
  children,
}: {
  name: string;
  subject: string;
  children?: ReactNode;
}) {
  return (
    <p className={styles.note}>
      <Icon shape={hiddenIcon} />
      <span>
        Your statement will read <b>{name}</b>. The receipt’s subject line says <b>{subject}</b>.{children}
      </span>
    </p>
  );
}
