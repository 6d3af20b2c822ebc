import type { CustodyReceipt } from '@satrangi/contracts';
import { Button, downloadIcon, Icon } from '@satrangi/kit';
import { saveFile } from '@satrangi/kit/browser/save-file';
import { Link } from './link.tsx';
import { paths } from './paths.ts';
import styles from './receipt-links.module.css';

const words = {
  custody: {
    title: 'Your receipt',
    text: 'We signed that this exact file reached us, and when. It has no name and no title in it.',
  },
  deletion: {
    title: 'Proof of deletion',
    text: 'We signed that your file is deleted here, and when. It has no name and no title in it.',
  },
} as const;

/** The receipt is in the fragment, which reaches no server. */
const checkPath = (receipt: CustodyReceipt): string =>
  `${paths.receiptCheck}#r=${encodeURIComponent(JSON.stringify(receipt))}`;

/** Saves a signed receipt, and leads to its check (BEY-10). */
export function ReceiptLinks({ receipt }: { receipt: CustodyReceipt }) {
  const { title, text } = words[receipt.kind];
  const json = JSON.stringify(receipt, null, 2);
  return (
    <section className={styles.receipt} aria-label={title}>
      <h3>{title}</h3>
      <p>{text}</p>
      <p className={styles.ways}>
        <Button
          size="s"
          onClick={() =>
            saveFile(new Blob([json], { type: 'application/json' }), `${receipt.number}-${receipt.kind}.json`)
          }
        >
          <Icon shape={downloadIcon} size="s" />
          Save it
        </Button>
        <Link to={checkPath(receipt)}>Check it</Link>
      </p>
    </section>
  );
}
