import type { SubmissionDetail } from '@satrangi/contracts';
import {
  isDecided,
  publishingTexts,
  submissionMoves,
  submissionStatusLabels,
} from '@satrangi/contracts/pure';
import { TextArea } from '@satrangi/kit';
import { useState } from 'react';
import { Confirm } from '../../lib/confirm.tsx';
import { draftKey } from '../../lib/drafts.ts';
import { sentenceOf } from '../../lib/http.ts';
import { KeptNote } from '../../lib/kept-note.tsx';
import { useKeptState } from '../../lib/use-kept.ts';
import { NotifyAuthor } from './notify-author.tsx';
import { moveLabel, moveQuestion } from './submission-words.ts';
import { useChangeSubmission } from './use-change-submission.tsx';

type Status = SubmissionDetail['status'];

type Props = {
  submission: SubmissionDetail;
  to: Status;
  onClose: () => void;
};

/** Confirms a change of state, and whether its author is notified (checklist PUB-20). */
export function MoveDialog({ submission, to, onClose }: Props) {
  const { title, status } = submission;
  // the question keeps its words, and its version, when another admin moves the submission
  const [from] = useState<Status>(status);
  const [seen, setSeen] = useState(submission);
  const [{ isNotified, note }, setValues, kept] = useKeptState(
    draftKey('publishing', `${submission._id}:${to}`),
    { isNotified: true, note: '' },
  );
  const { change, panel } = useChangeSubmission(seen, setSeen);
  const needsNote = isDecided(status);
  const move = async (): Promise<void> => {
    if (!submissionMoves[seen.status].includes(to)) throw new Error(publishingTexts.notPossible);
    if (isDecided(seen.status) && note.trim() === '') throw new Error(publishingTexts.noteRequired);
    await change({ status: to, mail: isNotified, ...(note.trim() && { note: note.trim() }) });
    kept.drop();
  };
  return (
    <>
      <Confirm
        title={moveQuestion(title, from, to)}
        action={moveLabel(from, to)}
        tone={to === 'withdrawn' ? 'danger' : 'primary'}
        onConfirm={move}
        failureOf={sentenceOf}
        onClose={onClose}
      >
        <KeptNote at={kept.at} onDrop={kept.clear} />
        {status !== from && <p>It is ‘{submissionStatusLabels[status]}’ now.</p>}
        {to === 'withdrawn' && <p>Its file is deleted at once, and it can not be reopened.</p>}
        <NotifyAuthor
          label="Tell the author"
          isNotified={isNotified}
          onChange={(next) => setValues({ isNotified: next, note })}
        />
        <TextArea
          label={needsNote ? 'Private note: why the decision is changed' : 'Private note (if you like)'}
          value={note}
          maxLength={4_000}
          onChange={({ target }) => setValues({ isNotified, note: target.value })}
        />
      </Confirm>
      {panel}
    </>
  );
}
