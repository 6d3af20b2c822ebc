import type { SubmissionDetail } from '@satrangi/contracts';
import { submissionMoves, submissionStatusLabels } from '@satrangi/contracts/pure';
import { Button, buttonLook, Prose } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useState } from 'react';
import { Link } from 'react-router-dom';
import { api } from '../../lib/api.ts';
import { Confirm } from '../../lib/confirm.tsx';
import { timeText } from '../../lib/format.ts';
import { holdBack } from '../../lib/held-back.ts';
import { sentenceOf, withReason } from '../../lib/http.ts';
import { MoveDialog } from './move-dialog.tsx';
import { PrivateNotes } from './private-notes.tsx';
import styles from './publishing.module.css';
import { HELD_PREFIX } from './publishing-queries.ts';
import { Reply } from './reply.tsx';
import { SubmissionFile } from './submission-file.tsx';
import { SubmissionState } from './submission-state.tsx';
import { mediaLabel, moveLabel } from './submission-words.ts';

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** The way from a manuscript to the shelf: the media form, filled from the submission (checklist PUB-22). */
function MediaItem({ submission: { _id, mediaId, media, status } }: { submission: SubmissionDetail }) {
  if (mediaId !== null)
    return (
      <Link {...buttonLook({ size: 's' })} to={`/?tab=media&open=${media}:${mediaId}`}>
        Open the media item
      </Link>
    );
  if (status !== 'accepted') return null;
  return (
    <Link {...buttonLook({ size: 's', tone: 'primary' })} to={`/?tab=media&open=new&submissionId=${_id}`}>
      Create media item
    </Link>
  );
}

/** Moves and deletion, each behind a question. */
function Decision({ submission, onDeleted }: { submission: SubmissionDetail; onDeleted: () => void }) {
  const { _id, title, status } = submission;
  const [goal, setGoal] = useState<SubmissionDetail['status'] | null>(null);
  const [isDeleting, setDeleting] = useState(false);
  const client = useQueryClient();
  const remove = async (): Promise<void> => {
    holdBack(
      { key: HELD_PREFIX + _id, text: `‘${title}’ is deleted.` },
      () => api.publishing.deleteSubmission({ params: { id: _id } }),
      {
        settled: () => client.invalidateQueries({ queryKey: ['publishing'] }),
        failureOf: (error) => withReason(`‘${title}’ could not be deleted.`, error),
      },
    );
    onDeleted();
  };
  return (
    <div className={styles.actions}>
      {submissionMoves[status].map((to) => (
        <Button key={to} size="s" tone={to === 'withdrawn' ? 'quiet' : 'line'} onClick={() => setGoal(to)}>
          {moveLabel(status, to)}
        </Button>
      ))}
      <MediaItem submission={submission} />
      <Button size="s" tone="danger" onClick={() => setDeleting(true)}>
        Delete
      </Button>
      {goal && <MoveDialog submission={submission} to={goal} onClose={() => setGoal(null)} />}
      {isDeleting && (
        <Confirm
          title={`Delete ‘${title}’?`}
          action="Delete"
          onConfirm={remove}
          failureOf={sentenceOf}
          onClose={() => setDeleting(false)}
        >
          <p>
            Its file, its text and everything about its author go. A signed statement that the file is gone
            stays at the private address of the author. For ten seconds you can undo this.
          </p>
        </Confirm>
      )}
    </div>
  );
}

type Props = {
  submission: SubmissionDetail;
  heading: RefObject<HTMLHeadingElement | null>;
  onDeleted: () => void;
};

/** One submission and what can be done with it. */
export function SubmissionView({ submission, heading, onDeleted }: Props) {
  const { number, title, name, email, description, media, status, createdAt, history } = submission;
  return (
    <>
      <div className={styles.title}>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <SubmissionState status={status} />
      </div>
      <dl className={styles.facts}>
        <dt>Author</dt>
        <dd>{name}</dd>
        <dt>Address</dt>
        <dd>{email}</dd>
        <dt>Media</dt>
        <dd>{mediaLabel(media)}</dd>
        <dt>Received</dt>
        <dd>
          <time dateTime={createdAt}>{timeText(createdAt)}</time>
        </dd>
        <dt>Number</dt>
        <dd className="num">{number}</dd>
      </dl>
      <Decision submission={submission} onDeleted={onDeleted} />
      <Part title="The work">
        <SubmissionFile submission={submission} />
        <Prose>{description}</Prose>
      </Part>
      <Part title="Private notes">
        <PrivateNotes submission={submission} />
      </Part>
      <Part title="Reply">
        <Reply submission={submission} />
      </Part>
      <Part title="History">
        <ol className={styles.history}>
          {history.map(({ at, to, by }) => (
            <li key={at + to}>
              <span>
                {submissionStatusLabels[to]}, by {by === 'admin' ? 'an admin' : 'the author'}
              </span>
              <time dateTime={at}>{timeText(at)}</time>
            </li>
          ))}
        </ol>
      </Part>
    </>
  );
}
