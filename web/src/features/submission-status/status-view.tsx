import type { AuthorView } from '@satrangi/contracts';
import { publishingTexts, submissionStatusLabels } from '@satrangi/contracts/pure';
import { buttonLook, Failure, scriptProps } from '@satrangi/kit';
import { useEffect, useRef, useState } from 'react';
import { dateText, dateTimeText } from '../../lib/dates.ts';
import { Link } from '../../lib/link.tsx';
import { PageHeading } from '../../lib/page-heading.tsx';
import { ReceiptLinks } from '../../lib/receipt-links.tsx';
import { site } from '../../lib/site.ts';
import { statusSteps } from './status-steps.ts';
import styles from './submission-status.module.css';
import { Withdraw } from './withdraw.tsx';

const MAY_CHANGE = 'This page always shows where it stands. Its link is in the mail that we sent you.';
const PUBLISHED = 'It is published, and readers can find it.';

const sentences: Readonly<Record<AuthorView['status'], string>> = {
  received: 'It has arrived. A person reads it next.',
  'in-review': 'A person is reading it.',
  accepted: 'We would like to publish it. We write to you about what comes next.',
  declined: 'We do not take it this time. It stays yours, and you can send us other work at any time.',
  withdrawn: publishingTexts.withdrawn,
};

function Steps({ submission }: { submission: AuthorView }) {
  return (
    <ol className={styles.steps} aria-label="Where it stands">
      {statusSteps(submission).map(({ label, state, at }) => (
        <li key={label} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
          <b>{label}</b>
          <span className="num">{at ? dateText(at) : ''}</span>
        </li>
      ))}
    </ol>
  );
}

function History({ history }: Pick<AuthorView, 'history'>) {
  return (
    <section className={styles.history} aria-labelledby="history-h">
      <h3 id="history-h">History</h3>
      <ol>
        {history.map(({ at, to, by }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only appended
          <li key={index}>
            <time dateTime={at} className="num">
              {dateTimeText(at)}
            </time>
            <span>
              {submissionStatusLabels[to]}, by {by === 'author' ? 'you' : 'the editors'}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A submission as its author sees it: state, history, withdrawal and receipts. */
export function StatusView({
  submission,
  token,
  onChanged,
}: {
  submission: AuthorView;
  token: string;
  onChanged: (submission: AuthorView) => void;
}) {
  const { number, title, status, history, canWithdraw, isDeleted, itemPath, receipt, deletion } = submission;
  const state = useRef<HTMLParagraphElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const [isChanged, setChanged] = useState(false);
  // the button that opened the dialog is gone
  useEffect(() => {
    if (isChanged) state.current?.focus();
  }, [isChanged]);
  const change = (after: AuthorView, reason?: string): void => {
    onChanged(after);
    setRefusal(reason);
    setChanged(true);
  };
  return (
    <>
      <div className={styles.head}>
        <PageHeading>What you sent us</PageHeading>
        <p className="num">{number}</p>
      </div>
      {isDeleted ? (
        <h2 className={styles.title}>It is deleted here, with its file and your details.</h2>
      ) : (
        <div className={styles.columns}>
          <div className={styles.main}>
            <h2 className={styles.title} {...scriptProps(title)}>
              {title}
            </h2>
            <p ref={state} tabIndex={-1} className={styles.state} role="status">
              {itemPath ? PUBLISHED : sentences[status]}
            </p>
            <Failure>{refusal}</Failure>
            <Steps submission={submission} />
            {canWithdraw && <p className={styles.note}>{MAY_CHANGE}</p>}
            {itemPath && (
              <p>
                <Link {...buttonLook({ tone: 'primary' })} to={itemPath}>
                  See it on the shelf
                </Link>
              </p>
            )}
            <History history={history} />
          </div>
          <div className={styles.side}>
            {receipt && <ReceiptLinks receipt={receipt} />}
            {deletion && <ReceiptLinks receipt={deletion} />}
            {canWithdraw && <Withdraw token={token} onWithdrawn={change} onRefused={change} />}
            <p className={styles.note}>
              Write to us: <a href={`mailto:${site.contactEmail}?subject=${number}`}>{site.contactEmail}</a>
            </p>
          </div>
        </div>
      )}
      {isDeleted && deletion && (
        <div className={styles.side}>
          <ReceiptLinks receipt={deletion} />
        </div>
      )}
    </>
  );
}
