import type { EditorItem } from '@satrangi/contracts';
import { Button, Dialog, Field } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useBulkRun } from '../../lib/bulk-run.tsx';
import { Confirm } from '../../lib/confirm.tsx';
import { counted } from '../../lib/format.ts';
import { BulkBar, type Selection } from '../../lib/selection.tsx';
import { changeItem, type QuickFields } from './change-item.ts';
import styles from './media.module.css';
import { callsOf, keyOf, kindNamed } from './media-calls.ts';
import { exportItems } from './media-export.tsx';
import { priceProblem } from './price-problem.ts';

type Asked = 'price' | 'notes' | 'delete' | null;

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

/**
 * What can be done with the chosen items: single writes, each with its own revision. The overlays stay while no item is
 * chosen any more, because a run outlives its choice.
 */
export const useMediaBulk = (
  selection: Selection<EditorItem>,
  items: readonly EditorItem[],
): { readonly bar: ReactNode; readonly overlays: ReactNode } => {
  const client = useQueryClient();
  const { start, panel } = useBulkRun(() => void client.invalidateQueries({ queryKey: ['media'] }));
  const [asked, setAsked] = useState<Asked>(null);
  const chosen = items.filter((item) => selection.selected.has(keyOf(item)));
  const what = counted(chosen.length, 'item');
  const run = (title: string, act: (item: EditorItem) => Promise<unknown>): void =>
    start(
      title,
      chosen.map((item) => ({ key: keyOf(item), name: item.title, run: () => act(item) })),
    );
  const set = (title: string, fields: QuickFields): void => run(title, (item) => changeItem(item, fields));
  const close = (): void => setAsked(null);
  const bar = (
    <BulkBar selection={selection}>
      <Button size="s" onClick={() => setAsked('price')}>
        Set price
      </Button>
      <Button size="s" onClick={() => set('Move to Archives', { collection: 'archives' })}>
        Move to Archives
      </Button>
      <Button size="s" onClick={() => set('Move to Digital Library', { collection: 'digital-library' })}>
        Move to Library
      </Button>
      <Button size="s" onClick={() => set('Feature', { featured: true })}>
        Feature
      </Button>
      <Button size="s" onClick={() => setAsked('notes')}>
        Content notes
      </Button>
      <Button size="s" onClick={() => void exportItems(chosen)}>
        Export
      </Button>
      <Button size="s" onClick={() => setAsked('delete')}>
        Delete
      </Button>
    </BulkBar>
  );
  const overlays = (
    <>
      {asked === 'price' && (
        <ValueQuestion
          title={`Set the price of ${what}`}
          label="Price in rupees"
          hint="0 is free. Empty: not for sale."
          check={priceProblem}
          onValue={(value) => set('Set price', { priceINR: value === '' ? null : Number(value) })}
          onClose={close}
        />
      )}
      {asked === 'notes' && (
        <ValueQuestion
          title={`Content notes of ${what}`}
          label="Content notes"
          hint="Separated by commas. They replace the present ones."
          check={() => null}
          onValue={(value) =>
            set('Content notes', {
              contentNotes: value
                .split(',')
                .map((note) => note.trim())
                .filter(Boolean),
            })
          }
          onClose={close}
        />
      )}
      {asked === 'delete' && (
        <Confirm
          title={`Delete ${what}?`}
          action="Delete"
          failureOf={() => ''}
          onConfirm={async () =>
            run('Delete', (item) => callsOf(kindNamed(item.mediaType)).remove({ params: { id: item._id } }))
          }
          onClose={close}
        >
          <p>{chosen.map(({ title }) => `‘${title}’`).join(', ')}</p>
          <p>They leave the shop and the lists. Readers who own them keep them.</p>
        </Confirm>
      )}
      {panel}
    </>
  );
  return { bar, overlays };
};
