import { Button, buttonLook } from '@satrangi/kit';
import { useEffect, useRef } from 'react';
import { CopyLinks } from '../../lib/copy-links.tsx';
import { Link } from '../../lib/link.tsx';
import { ReceiptLinks } from '../../lib/receipt-links.tsx';
import styles from './submission.module.css';
import type { SentSubmission } from './submission-form.tsx';

/** The outcome of a submission: its number, the link to its private page, and the receipt of an uploaded file. */
export function SubmissionSent({
  sent: { message, number, statusUrl, receipt },
  onAgain,
}: {
  sent: SentSubmission;
  onAgain: () => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.scrollIntoView({ block: 'center' });
    heading.current?.focus({ preventScroll: true });
  }, []);
  const { pathname, hash } = new URL(statusUrl);
  return (
    <div className={styles.sent}>
      <h3 ref={heading} tabIndex={-1}>
        {message}
      </h3>
      <p>
        Its number is <b className="num">{number}</b>. On its private page you see where it stands, and you
        can take it back there.
      </p>
      <p>
        <Link {...buttonLook({ tone: 'primary', size: 'l' })} to={`${pathname}${hash}`}>
          See where it stands
        </Link>
      </p>
      <div className={styles.keep}>
        <p>Anyone with the link can open the page. We mailed it to you; keep it to yourself.</p>
        <CopyLinks url={statusUrl} plainUrl={undefined} />
      </div>
      {receipt && <ReceiptLinks receipt={receipt} />}
      <p>
        <Button onClick={onAgain}>Send another work</Button>
      </p>
    </div>
  );
}
