import type { Submission } from '@satrangi/contracts';
import { Button } from '@satrangi/kit';
import { type ReactNode, useState } from 'react';
import { api } from '../../lib/api.ts';
import type { BulkItem } from '../../lib/bulk-progress.ts';
import { useBulkRun } from '../../lib/bulk-run.tsx';
import { counted } from '../../lib/format.ts';
import { ifMatch } from '../../lib/if-match.ts';
import { BulkBar, type Selection } from '../../lib/selection.tsx';
import { type BulkMove, BulkMoveDialog, bulkMoveLabels } from './bulk-move-dialog.tsx';

const toItem =
  ({ status, mail, note }: BulkMove) =>
  ({ _id, title, version }: Submission): BulkItem => ({
    key: _id,
    name: title,
    run: () =>
      api.publishing.changeSubmission(
        { params: { id: _id }, body: { status, mail, ...(note && { note }) } },
        ifMatch(version),
      ),
  });

/** The question, and the submissions with the versions that it is about: the list goes on changing below it. */
type Confirming = { readonly status: BulkMove['status']; readonly chosen: readonly Submission[] };

/** Moves chosen submissions to one state: single writes, each over the version that was shown when they were chosen. */
export const useBulkMoves = (
  selection: Selection<Submission>,
  rows: readonly Submission[],
  onDone: () => void,
): { readonly bar: ReactNode; readonly panel: ReactNode } => {
  const [confirming, setConfirming] = useState<Confirming | null>(null);
  const { start, panel } = useBulkRun(onDone);
  const chosen = rows.filter(({ _id }) => selection.selected.has(_id));
  return {
    bar: (
      <BulkBar selection={selection}>
        {(Object.keys(bulkMoveLabels) as BulkMove['status'][]).map((status) => (
          <Button key={status} size="s" tone="quiet" onClick={() => setConfirming({ status, chosen })}>
            {bulkMoveLabels[status].button}
          </Button>
        ))}
      </BulkBar>
    ),
    panel: (
      <>
        {panel}
        {confirming && (
          <BulkMoveDialog
            status={confirming.status}
            what={counted(confirming.chosen.length, 'submission')}
            onMove={(move) =>
              start(bulkMoveLabels[confirming.status].button, confirming.chosen.map(toItem(move)))
            }
            onClose={() => setConfirming(null)}
          />
        )}
      </>
    ),
  };
};
