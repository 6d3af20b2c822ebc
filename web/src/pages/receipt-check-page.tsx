import { ReceiptCheck } from '../features/receipt-check/receipt-check.tsx';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import { useFragment } from '../lib/use-fragment.ts';
import styles from './receipt-check-page.module.css';

/** `/publishing/verify`, with `#r={receipt}` from a page that shows a receipt. */
export function ReceiptCheckPage() {
  const receipt = useFragment('r');
  return (
    <>
      <PageHead title="Check a receipt" />
      <div className={`wrap ${styles.page}`}>
        <PageHeading>Check a receipt</PageHeading>
        <p className={styles.lede}>
          For every file that is sent to us we sign a receipt: which file, when, and the number. Here anybody
          can see that a receipt is ours. Nothing is uploaded.
        </p>
        <ReceiptCheck key={receipt ?? ''} first={receipt} />
      </div>
    </>
  );
}
