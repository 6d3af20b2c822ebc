import { type Letter, LetterDraft } from '@satrangi/contracts';
import { Button, ErrorNote, Field, RichText } from '@satrangi/kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useOpened } from '../../lib/address.ts';
import { api } from '../../lib/api.ts';
import { Confirm } from '../../lib/confirm.tsx';
import { EditForm } from '../../lib/edit-form/edit-form.tsx';
import { RichTextField } from '../../lib/edit-form/rich-text-field.tsx';
import { useEditForm } from '../../lib/edit-form/use-edit-form.ts';
import { sentenceOf } from '../../lib/http.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { useSingleRun } from '../../lib/use-single-run.ts';
import { sendLabel } from './letter-words.ts';
import { draftQuery, lockScreenQuery, readersQuery } from './letters-queries.ts';
import styles from './newsletters.module.css';
import { SendDialog } from './send-dialog.tsx';

type Values = { subject: string; preheader: string; content: string };
const labels = { subject: 'Subject', preheader: 'First line', content: 'Text' } as const;
const stored = ({ subject, preheader, content, updatedAt }: Letter) => ({
  values: { subject, preheader, content },
  revision: updatedAt,
});

/** What a phone shows before the letter is opened, and the words others may read (checklist BEY-01). */
function LockScreen({ letter: { _id, updatedAt } }: { letter: Letter }) {
  const query = useQuery(lockScreenQuery(_id, updatedAt));
  return (
    <section className={styles.phone} aria-label="On a locked phone">
      <Loaded
        query={query}
        loading="Loading the lock screen"
        error="Failed to load the lock screen"
        height="4rem"
      >
        {({ from, subject, preview, words }) => (
          <>
            <p className="muted">{from}</p>
            <p>
              <b>{subject}</b>
            </p>
            <p>{preview}</p>
            {words.length > 0 && (
              <p role="alert" className={styles.words}>
                A phone may show this to others: {words.join(', ')}.
              </p>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

/** The ways out of a draft: to oneself, to all readers, or away. */
function Outgoing({ letter, hasChanges }: { letter: Letter; hasChanges: boolean }) {
  const [confirming, setConfirming] = useState<'send' | 'delete' | null>(null);
  const [done, setDone] = useState('');
  const { failure, run } = useSingleRun<'test'>();
  const { close } = useOpened();
  const client = useQueryClient();
  const readers = useQuery(readersQuery).data;
  const words = useQuery(lockScreenQuery(letter._id, letter.updatedAt)).data?.words ?? [];
  const test = async (): Promise<void> => {
    await run('test', async () => {
      setDone('');
      setDone((await api.cms.testLetter({ params: { id: letter._id } })).message);
    });
  };
  const remove = async (): Promise<void> => {
    await api.cms.deleteLetter({ params: { id: letter._id } });
    await client.invalidateQueries({ queryKey: ['letters'] });
    close();
  };
  return (
    <div className={styles.outgoing}>
      {hasChanges && <p>Save the letter before it goes out.</p>}
      <div className={styles.acts}>
        <Button size="s" disabled={hasChanges} onClick={() => void test()}>
          Send to myself
        </Button>
        <Button
          size="s"
          tone="primary"
          disabled={hasChanges || readers === undefined}
          onClick={() => setConfirming('send')}
        >
          {sendLabel(readers)}
        </Button>
        <Button size="s" tone="danger" onClick={() => setConfirming('delete')}>
          Delete the draft
        </Button>
      </div>
      <p role="status" className={styles.done}>
        {done}
      </p>
      {failure && <ErrorNote>{failure}</ErrorNote>}
      {confirming === 'send' && readers !== undefined && (
        <SendDialog
          letter={letter}
          readers={readers}
          words={words}
          onSent={setDone}
          onClose={() => setConfirming(null)}
        />
      )}
      {confirming === 'delete' && (
        <Confirm
          title={`Delete the draft ‘${letter.subject}’?`}
          action="Delete"
          onConfirm={remove}
          failureOf={sentenceOf}
          onClose={() => setConfirming(null)}
        >
          <p>It can not be taken back. Sends of it keep their text.</p>
        </Confirm>
      )}
    </div>
  );
}

function LoadedLetter({ letter }: { letter: Letter }) {
  const client = useQueryClient();
  const [isShown, setShown] = useState(false);
  const edit = useEditForm<Values, LetterDraft>({
    tab: 'newsletters',
    id: letter._id,
    schema: LetterDraft,
    labels,
    stored: stored(letter),
    failure: (error) => sentenceOf(error, 'Failed to save the letter'),
    theirs: ({ data }) => stored(data?.current as Letter),
    save: async (values, updatedAt) => {
      const after = await api.cms.updateLetter({
        params: { id: letter._id },
        body: { ...values, updatedAt },
      });
      client.setQueryData(draftQuery(letter._id).queryKey, after);
      await client.invalidateQueries({ queryKey: ['letters', 'drafts'] });
      return stored(after);
    },
  });
  return (
    <>
      <EditForm edit={edit} label="Letter" saveLabel="Save the letter">
        <Field label={labels.subject} {...edit.field('subject')} />
        <Field
          label={labels.preheader}
          hint="What phones show below the subject. Empty: a neutral sentence."
          {...edit.field('preheader')}
        />
        <RichTextField edit={edit} name="content" label={labels.content} />
      </EditForm>
      <LockScreen letter={letter} />
      <Button size="s" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {isShown ? 'Hide the preview' : 'Preview'}
      </Button>
      {isShown && (
        <section className={styles.preview} aria-label="Preview">
          <RichText html={edit.form.getValues('content')} />
        </section>
      )}
      <Outgoing letter={letter} hasChanges={edit.hasChanges} />
    </>
  );
}

/** A draft of a letter: text, how it looks, and where it goes. */
export function LetterEditor({ id }: { id: string }) {
  const query = useQuery(draftQuery(id));
  return (
    <Loaded query={query} loading="Loading the letter" error="Failed to load the letter" height="24rem">
      {(letter) => <LoadedLetter letter={letter} />}
    </Loaded>
  );
}
