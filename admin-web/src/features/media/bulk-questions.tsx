import type { EditorItem } from '@satrangi/contracts';
import { Button, Dialog, Field } from '@satrangi/kit';
import { useState } from 'react';
import { Confirm } from '../../lib/confirm.tsx';
import { ConfirmAll } from '../../lib/confirm-all.tsx';
import { draftKey } from '../../lib/drafts.ts';
import { KeptNote } from '../../lib/kept-note.tsx';
import { useKeptState } from '../../lib/use-kept.ts';
import { type BulkAct, type Confirming, deleting, setting } from './bulk-acts.ts';
import styles from './media.module.css';
import type { matchingMedia } from './media-query.ts';
import { priceProblem } from './price-problem.ts';

const LEAVES =
  'They leave the shop and the lists. Readers who own them keep them. Each can be restored under Deleted items.';

const notesOf = (text: string): string[] =>
  text
    .split(',')
    .map((note) => note.trim())
    .filter(Boolean);

type ValueQuestionProps = {
  draft: string;
  title: string;
  label: string;
  hint: string;
  /** What is wrong with the value, or null. */
  check: (value: string) => string | null;
  onValue: (value: string) => void;
  onClose: () => void;
};

/** Asks for one value that all chosen items get. @param draft the name of its draft */
function ValueQuestion({ draft, title, label, hint, check, onValue, onClose }: ValueQuestionProps) {
  const [{ value }, setValues, kept] = useKeptState(draftKey('media', draft), { value: '' });
  const [error, setError] = useState<string>();
  return (
    <Dialog open title={title} shape="centre" onClose={onClose}>
      <form
        className={styles.stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const problem = check(value);
          if (problem) return setError(problem);
          onValue(value.trim());
          kept.drop();
          onClose();
        }}
      >
        <KeptNote at={kept.at} onDrop={kept.clear} />
        <Field
          label={label}
          hint={hint}
          error={error}
          value={value}
          autoComplete="off"
          onChange={({ target }) => setValues({ value: target.value })}
        />
        <div className={styles.buttons}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary">
            Apply
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type ValueQuestionsProps = {
  confirming: Confirming;
  what: string;
  onAct: (act: BulkAct) => void;
  onClose: () => void;
};

/** The questions for the value of an act. */
function ValueQuestions({ confirming, what, onAct, onClose }: ValueQuestionsProps) {
  if (confirming === 'price')
    return (
      <ValueQuestion
        draft="several:price"
        title={`Set the price of ${what}`}
        label="Price in rupees"
        hint="0 is free. Empty: not for sale."
        check={priceProblem}
        onValue={(value) => onAct(setting('Set price', { priceINR: value === '' ? null : Number(value) }))}
        onClose={onClose}
      />
    );
  if (confirming !== 'notes') return null;
  return (
    <ValueQuestion
      draft="several:notes"
      title={`Content notes of ${what}`}
      label="Content notes"
      hint="Separated by commas. They replace the present ones."
      check={() => null}
      onValue={(value) => onAct(setting('Content notes', { contentNotes: notesOf(value) }))}
      onClose={onClose}
    />
  );
}

export type BulkQuestionsProps = {
  readonly confirming: Confirming;
  /** The act that waits for a yes, because it is on all items that match. */
  readonly actOnAll: BulkAct | null;
  readonly chosen: readonly EditorItem[];
  /** `3 items` */
  readonly what: string;
  readonly matching: ReturnType<typeof matchingMedia>;
  readonly onAct: (act: BulkAct) => void;
  readonly onActOnAll: (act: BulkAct, total: number) => void;
  readonly onClose: () => void;
};

/** The questions before an act: its value, and a confirmation. Loaded with the first question. */
export function BulkQuestions(props: BulkQuestionsProps) {
  const { confirming, actOnAll, chosen, what, matching, onAct, onActOnAll, onClose } = props;
  if (actOnAll)
    return (
      <ConfirmAll
        act={actOnAll.title}
        action={actOnAll === deleting ? 'Delete' : 'Change'}
        noun="items"
        tone={actOnAll === deleting ? 'danger' : 'primary'}
        count={matching.count}
        onConfirm={(total) => onActOnAll(actOnAll, total)}
        onClose={onClose}
      >
        {actOnAll === deleting && <p>{LEAVES}</p>}
      </ConfirmAll>
    );
  if (confirming !== 'delete')
    return <ValueQuestions confirming={confirming} what={what} onAct={onAct} onClose={onClose} />;
  return (
    <Confirm
      title={`Delete ${what}?`}
      action="Delete"
      failureOf={() => ''}
      onConfirm={async () => onAct(deleting)}
      onClose={onClose}
    >
      <p>{chosen.map(({ title }) => `‘${title}’`).join(', ')}</p>
      <p>{LEAVES}</p>
    </Confirm>
  );
}
