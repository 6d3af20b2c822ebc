import type { SubmissionDetail } from '@satrangi/contracts';
import { Button, ErrorNote, TextArea } from '@satrangi/kit';
import type { FormEvent } from 'react';
import { draftKey } from '../../lib/drafts.ts';
import { timeText } from '../../lib/format.ts';
import { KeptNote } from '../../lib/kept-note.tsx';
import { useKeptState } from '../../lib/use-kept.ts';
import { useSingleRun } from '../../lib/use-single-run.ts';
import styles from './publishing.module.css';
import { useChangeSubmission } from './use-change-submission.tsx';

/** Notes of admins about a submission. Never shown to its author. */
export function PrivateNotes({ submission }: { submission: SubmissionDetail }) {
  const { notes } = submission;
  const [{ text }, setValues, kept] = useKeptState(draftKey('publishing', submission._id), { text: '' });
  const { busy, failure, run } = useSingleRun<'add'>();
  const { change, panel } = useChangeSubmission(submission);
  const add = async (): Promise<void> => {
    if (text.trim() === '') return;
    if (await run('add', () => change({ note: text.trim() }))) kept.clear();
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
        <KeptNote at={kept.at} onDrop={kept.clear} />
        <TextArea
          label="New note"
          value={text}
          maxLength={4_000}
          onChange={({ target }) => setValues({ text: target.value })}
        />
        {failure && <ErrorNote>{failure}</ErrorNote>}
        <Button type="submit" size="s" disabled={busy !== null || text.trim() === ''}>
          Add note
        </Button>
      </form>
      {panel}
    </>
  );
}
