import { Waiting } from '@satrangi/kit';
import { PageHeading } from '../lib/page-heading.tsx';
import styles from './payment-page.module.css';

/** A payment that is being verified. */
export function PaymentPending() {
  return (
    <>
      <PageHeading>One moment</PageHeading>
      <div className={styles.face}>
        <Waiting>Checking your payment…</Waiting>
        <progress aria-label="Checking your payment" />
      </div>
    </>
  );
}
