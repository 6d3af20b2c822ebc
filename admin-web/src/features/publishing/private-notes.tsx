import type { SubmissionDetail } from '@satrangi/contracts';
import { Button, ErrorNote, TextArea } from '@satrangi/kit';
import { type FormEvent, useRef, useState } from 'react';
import { draftKey, draftOwner, readDrafts, writeDrafts } from '../../lib/drafts.ts';
import { timeText } from '../../lib/format.ts';
import { messageOf } from '../../lib/http.ts';
import styles from './publishing.module.css';
import { useChangeSubmission } from './use-change-submission.ts';

/** What admins tell each other about a submission. Its author never sees it. */
export function PrivateNotes({ submission }: { submission: SubmissionDetail }) {
  const { notes } = submission;
  const key = draftKey('publishing', submission._id);
  const [owner] = useState(draftOwner);
  const [text, setText] = useState(() => readDrafts<string>(key)[0]?.values ?? '');
  const type = (next: string): void => {
    setText(next);
    writeDrafts(key, next.trim() === '' ? [] : [{ at: Date.now(), values: next, revision: '' }], owner);
  };
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const change = useChangeSubmission(submission);
  const add = async (): Promise<void> => {
    if (isRunning.current || text.trim() === '') return;
    isRunning.current = true;
    setBusy(true);
    setFailure('');
    try {
      await change({ note: text.trim() });
      type('');
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
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
        <Button type="submit" size="s" disabled={isBusy || text.trim() === ''}>
          Add note
        </Button>
      </form>
    </>
  );
}
