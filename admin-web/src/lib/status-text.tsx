import type { OrderState } from '@satrangi/contracts';
import styles from './status-text.module.css';

const looks: Readonly<Record<OrderState, readonly [tone: 'good' | 'bad' | 'plain', text: string]>> = {
  pending: ['plain', 'Pending'],
  paid: ['good', 'Paid'],
  failed: ['bad', 'Failed'],
  expired: ['plain', 'Expired'],
  refunded: ['plain', 'Refunded'],
  mismatch: ['bad', 'Mismatch'],
};

/** The state of a payment, by word and colour. */
export function StatusText({ status }: { status: OrderState }) {
  const [tone, text] = looks[status];
  return (
    <span className={styles.status} data-tone={tone}>
      {text}
    </span>
  );
}
