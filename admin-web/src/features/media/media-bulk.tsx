import type { EditorItem } from '@satrangi/contracts';
import { Button } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { BulkItem } from '../../lib/bulk-progress.ts';
import { useBulkRun } from '../../lib/bulk-run.tsx';
import { counted } from '../../lib/format.ts';
import { BulkBar, type Selection } from '../../lib/selection.tsx';
import { type BulkAct, type Confirming, deleting, setting } from './bulk-acts.ts';
import { keyOf } from './media-calls.ts';
import { exportItems } from './media-export.tsx';
import type { matchingMedia } from './media-query.ts';

const BulkQuestions = lazy(async () => ({
  default: (await import('./bulk-questions.tsx')).BulkQuestions,
}));

type Props = {
  isAll: boolean;
  onAct: (act: BulkAct) => void;
  onConfirming: (confirming: Confirming) => void;
  onExport: () => void;
};

/** The acts on chosen items. Of all that match: featured are three at most, and the file is the button of the tab. */
function ActButtons({ isAll, onAct, onConfirming, onExport }: Props) {
  const button = (label: string, onClick: () => void) => (
    <Button size="s" onClick={onClick}>
      {label}
    </Button>
  );
  return (
    <>
      {button('Set price', () => onConfirming('price'))}
      {button('Move to Archives', () => onAct(setting('Move to Archives', { collection: 'archives' })))}
      {button('Move to Library', () =>
        onAct(setting('Move to Digital Library', { collection: 'digital-library' })),
      )}
      {!isAll && button('Feature', () => onAct(setting('Feature', { featured: true })))}
      {button('Content notes', () => onConfirming('notes'))}
      {!isAll && button('Export', onExport)}
      {button('Delete', () => onConfirming('delete'))}
    </>
  );
}

const toItem =
  ({ run }: BulkAct) =>
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
  const [confirming, setConfirming] = useState<Confirming>(null);
  const [actOnAll, setActOnAll] = useState<BulkAct | null>(null);
  const { isAll } = selection;
  const chosen = items.filter((item) => selection.selected.has(keyOf(item)));
  /** The items that a question is about, as they were: the list goes on changing below it. */
  const [inQuestion, setInQuestion] = useState<readonly EditorItem[]>([]);
  const what = isAll ? 'all items that match' : counted(inQuestion.length, 'item');
  const actOn = (on: readonly EditorItem[], act: BulkAct): void =>
    isAll ? setActOnAll(act) : start(act.title, on.map(toItem(act)));
  const onConfirming = (next: Confirming): void => {
    setInQuestion(chosen);
    if (isAll && next === 'delete') setActOnAll(deleting);
    else setConfirming(next);
  };
  const onActOnAll = (act: BulkAct, total: number): void => {
    start(act.title, { ...matching, total, toItem: toItem(act) });
  };
  const bar = (
    <BulkBar selection={selection}>
      <ActButtons
        isAll={isAll}
        onAct={(act) => actOn(chosen, act)}
        onConfirming={onConfirming}
        onExport={() => void exportItems(chosen)}
      />
    </BulkBar>
  );
  const overlays = (
    <>
      {(confirming || actOnAll) && (
        <Suspense>
          <BulkQuestions
            confirming={confirming}
            actOnAll={actOnAll}
            chosen={inQuestion}
            what={what}
            matching={matching}
            onAct={(act) => actOn(inQuestion, act)}
            onActOnAll={onActOnAll}
            onClose={() => (actOnAll ? setActOnAll(null) : setConfirming(null))}
          />
        </Suspense>
      )}
      {panel}
    </>
  );
  return { bar, overlays };
};
