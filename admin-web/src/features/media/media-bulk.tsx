import type { EditorItem } from '@satrangi/contracts';
import { Button, Dialog, Field } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type BulkItem, matchingSource } from '../../lib/bulk-batches.ts';
import { useBulkRun } from '../../lib/bulk-run.tsx';
import { Confirm } from '../../lib/confirm.tsx';
import { ConfirmAll } from '../../lib/confirm-all.tsx';
import { counted } from '../../lib/format.ts';
import { BulkBar, type Selection } from '../../lib/selection.tsx';
import { changeItem, type QuickFields } from './change-item.ts';
import styles from './media.module.css';
import { callsOf, keyOf, kindNamed } from './media-calls.ts';
import { exportItems } from './media-export.tsx';
import { MATCHING_SIZE, type matchingMedia } from './media-query.ts';
import { priceProblem } from './price-problem.ts';

type Asked = 'price' | 'notes' | 'delete' | null;

/** An act on items, with the name of its run. */
type Act = { readonly title: string; readonly run: (item: EditorItem) => Promise<unknown> };

const setting = (title: string, fields: QuickFields): Act => ({
  title,
  run: (item) => changeItem(item, fields),
});

const deleting: Act = {
  title: 'Delete',
  run: (item) => callsOf(kindNamed(item.mediaType)).remove({ params: { id: item._id } }),
};

const notesOf = (text: string): string[] =>
  text
    .split(',')
    .map((note) => note.trim())
    .filter(Boolean);

const LEAVES = 'They leave the shop and the lists. Readers who own them keep them.';

/** Asks for one value that all chosen items get. */
function ValueQuestion({
  title,
  label,
  hint,
  check,
  onValue,
  onClose,
}: {
  title: string;
  label: string;
  hint: string;
  /** What is wrong with the value, or null. */
  check: (value: string) => string | null;
  onValue: (value: string) => void;
  onClose: () => void;
}) {
  const [value, setValue] = useState('');
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
          onClose();
        }}
      >
        <Field
          label={label}
          hint={hint}
          error={error}
          value={value}
          autoComplete="off"
          onChange={({ target }) => setValue(target.value)}
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

/** The acts on chosen items. Featured are three at most, so not all that match can be. */
function ActButtons({
  isAll,
  onAct,
  onAsk,
  onExport,
}: {
  isAll: boolean;
  onAct: (act: Act) => void;
  onAsk: (asked: Asked) => void;
  onExport: () => void;
}) {
  const button = (label: string, onClick: () => void) => (
    <Button size="s" onClick={onClick}>
      {label}
    </Button>
  );
  return (
    <>
      {button('Set price', () => onAsk('price'))}
      {button('Move to Archives', () => onAct(setting('Move to Archives', { collection: 'archives' })))}
      {button('Move to Library', () =>
        onAct(setting('Move to Digital Library', { collection: 'digital-library' })),
      )}
      {!isAll && button('Feature', () => onAct(setting('Feature', { featured: true })))}
      {button('Content notes', () => onAsk('notes'))}
      {button('Export', onExport)}
      {button('Delete', () => onAsk('delete'))}
    </>
  );
}

/** The questions for the value of an act. */
function ValueQuestions({
  asked,
  what,
  onAct,
  onClose,
}: {
  asked: Asked;
  what: string;
  onAct: (act: Act) => void;
  onClose: () => void;
}) {
  if (asked === 'price')
    return (
      <ValueQuestion
        title={`Set the price of ${what}`}
        label="Price in rupees"
        hint="0 is free. Empty: not for sale."
        check={priceProblem}
        onValue={(value) => onAct(setting('Set price', { priceINR: value === '' ? null : Number(value) }))}
        onClose={onClose}
      />
    );
  if (asked !== 'notes') return null;
  return (
    <ValueQuestion
      title={`Content notes of ${what}`}
      label="Content notes"
      hint="Separated by commas. They replace the present ones."
      check={() => null}
      onValue={(value) => onAct(setting('Content notes', { contentNotes: notesOf(value) }))}
      onClose={onClose}
    />
  );
}

const toItem =
  ({ run }: Act) =>
  (item: EditorItem): BulkItem => ({ key: keyOf(item), name: item.title, run: () => run(item) });

/**
 * What can be done with the chosen items, or with all that fit the filter: single writes, each with its own revision.
 * An act on all of them asks first. The overlays stay while no item is chosen any more, because a run outlives its
 * choice.
 */
export const useMediaBulk = (
  selection: Selection<EditorItem>,
  items: readonly EditorItem[],
  matching: ReturnType<typeof matchingMedia>,
): { readonly bar: ReactNode; readonly overlays: ReactNode } => {
  const client = useQueryClient();
  const { start, panel } = useBulkRun(() => void client.invalidateQueries({ queryKey: ['media'] }));
  const [asked, setAsked] = useState<Asked>(null);
  const [actOnAll, setActOnAll] = useState<Act | null>(null);
  const { isAll } = selection;
  const chosen = items.filter((item) => selection.selected.has(keyOf(item)));
  const what = isAll ? 'all items that match' : counted(chosen.length, 'item');
  const onAct = (act: Act): void => (isAll ? setActOnAll(act) : start(act.title, chosen.map(toItem(act))));
  const onAsk = (next: Asked): void => (isAll && next === 'delete' ? setActOnAll(deleting) : setAsked(next));
  const close = (): void => setAsked(null);
  const bar = (
    <BulkBar selection={selection}>
      <ActButtons
        isAll={isAll}
        onAct={onAct}
        onAsk={onAsk}
        onExport={() => void (isAll ? matching.readAll().then(exportItems) : exportItems(chosen))}
      />
    </BulkBar>
  );
  const overlays = (
    <>
      <ValueQuestions asked={asked} what={what} onAct={onAct} onClose={close} />
      {asked === 'delete' && (
        <Confirm
          title={`Delete ${what}?`}
          action="Delete"
          failureOf={() => ''}
          onConfirm={async () => onAct(deleting)}
          onClose={close}
        >
          <p>{chosen.map(({ title }) => `‘${title}’`).join(', ')}</p>
          <p>{LEAVES}</p>
        </Confirm>
      )}
      {actOnAll && (
        <ConfirmAll
          act={actOnAll.title}
          action={actOnAll === deleting ? 'Delete' : 'Change'}
          noun="items"
          tone={actOnAll === deleting ? 'danger' : 'primary'}
          count={matching.count}
          onConfirm={(total) =>
            start(
              actOnAll.title,
              matchingSource({
                total,
                size: MATCHING_SIZE,
                readPage: matching.readPage,
                toItem: toItem(actOnAll),
              }),
            )
          }
          onClose={() => setActOnAll(null)}
        >
          {actOnAll === deleting && <p>{LEAVES}</p>}
        </ConfirmAll>
      )}
      {panel}
    </>
  );
  return { bar, overlays };
};
