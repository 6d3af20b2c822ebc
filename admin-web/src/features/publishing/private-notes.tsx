import type { SubmissionDetail } from '@satrangi/contracts';
import { Button, ErrorNote, TextArea } from '@satrangi/kit';
import { type FormEvent, useState } from 'react';
import { draftKey, draftOwner, readDrafts, writeDrafts } from '../../lib/drafts.ts';
import { timeText } from '../../lib/format.ts';
import { useSingleRun } from '../../lib/use-single-run.ts';
import styles from './publishing.module.css';
import { useChangeSubmission } from './use-change-submission.ts';

/** Notes of admins about a submission. Never shown to its author. */
export function PrivateNotes({ submission }: { submission: SubmissionDetail }) {
  const { notes } = submission;
  const key = draftKey('publishing', submission._id);
  const [owner] = useState(draftOwner);
  const [text, setText] = useState(() => readDrafts<string>(key)[0]?.values ?? '');
  const type = (next: string): void => {
    setText(next);
    writeDrafts(key, next.trim() === '' ? [] : [{ at: Date.now(), values: next, revision: '' }], owner);
  };
  const { busy, failure, run } = useSingleRun<'add'>();
  const change = useChangeSubmission(submission);
  const add = async (): Promise<void> => {
    if (text.trim() === '') return;
    if (await run('add', () => change({ note: text.trim() }))) type('');
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void add();
  };
  return (
    <>
      {notes.length > 0 && (
        <ol className={styles.notes}>
          {notes.map(({ at, text: words }) => (
            <li key={at + words}>
              <p>{words}</p>
              <time dateTime={at}>{timeText(at)}</time>
            </li>
          ))}
        </ol>
      )}
      <form className={styles.form} onSubmit={onSubmit}>
        <TextArea
          label="New note"
          value={text}
          maxLength={4_000}
          onChange={({ target }) => type(target.value)}
        />
        {failure && <ErrorNote>{failure}</ErrorNote>}
        <Button type="submit" size="s" disabled={busy !== null || text.trim() === ''}>
          Add note
        </Button>
      </form>
    </>
  );
}
