import type { Registration } from '@satrangi/contracts';
import { Button, ErrorNote } from '@satrangi/kit';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api } from '../../lib/api.ts';
import type { BulkItem } from '../../lib/bulk-progress.ts';
import { useBulkRun } from '../../lib/bulk-run.tsx';
import { Confirm } from '../../lib/confirm.tsx';
import { saveAnswer } from '../../lib/exports.tsx';
import { counted } from '../../lib/format.ts';
import { sentenceOf } from '../../lib/http.ts';
import { BulkBar, type Selection } from '../../lib/selection.tsx';

const toItem = ({ _id, displayName, revision }: Registration): BulkItem => ({
  key: _id,
  name: displayName,
  run: () => api['virtual-run'].cancelRegistration({ params: { id: _id }, query: { revision } }),
});

/**
 * What can be done with chosen registrations: export them, cancel them. The file comes from the server, because the
 * audit log has who took it.
 */
export const useBulkRegistrations = (
  selection: Selection<Registration>,
  rows: readonly Registration[],
  onDone: () => void,
): { readonly bar: ReactNode; readonly panel: ReactNode } => {
  const [isConfirming, setConfirming] = useState(false);
  const { start, panel } = useBulkRun(onDone);
  const chosen = rows.filter(({ _id }) => selection.selected.has(_id));
  const open = chosen.filter(({ paymentStatus }) => paymentStatus !== 'cancelled');
  const ids = chosen.map(({ _id }) => _id).join(',');
  const exports = useMutation({
    mutationFn: () =>
      saveAnswer('registrations', api['virtual-run'].downloadRegistrations({ query: { ids } })),
  });
  return {
    bar: (
      <BulkBar selection={selection}>
        <Button size="s" tone="quiet" disabled={exports.isPending} onClick={() => exports.mutate()}>
          Export
        </Button>
        <Button size="s" tone="quiet" disabled={open.length === 0} onClick={() => setConfirming(true)}>
          Cancel registrations
        </Button>
      </BulkBar>
    ),
    panel: (
      <>
        {panel}
        {exports.isError && <ErrorNote onRetry={() => exports.mutate()}>Failed to write the CSV</ErrorNote>}
        {isConfirming && (
          <Confirm
            title={`Cancel ${counted(open.length, 'registration')}?`}
            action="Cancel the registrations"
            onConfirm={async () => start('Cancel registrations', open.map(toItem))}
            failureOf={sentenceOf}
            onClose={() => setConfirming(false)}
          >
            <p>
              Their pages close, and they do not count any more. It can not be taken back. The fees are
              refunded in Orders.
            </p>
          </Confirm>
        )}
      </>
    ),
  };
};
