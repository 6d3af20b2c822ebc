import type { EditorItem } from '@satrangi/contracts';
import { useToast } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useAddress } from '../../lib/address.ts';
import { withReason } from '../../lib/http.ts';
import { UndoLine, useUndoable } from '../../lib/undo-line.tsx';
import { callsOf, keyOf, kindNamed } from './media-calls.ts';
import { mediaTexts } from './media-texts.ts';

const Confirm = lazy(async () => ({ default: (await import('../../lib/confirm.tsx')).Confirm }));

/** Deletes after a question, with a way back for ten seconds. @returns `strip`, which has it */
export const useRemoval = () => {
  const { get, change } = useAddress();
  const client = useQueryClient();
  const toast = useToast();
  const [confirming, setConfirming] = useState<EditorItem | null>(null);
  const [removed, setRemoved] = useUndoable<EditorItem>();
  const refresh = () => client.invalidateQueries({ queryKey: ['media'] });
  const restore = async (item: EditorItem): Promise<void> => {
    setRemoved(null);
    try {
      await callsOf(kindNamed(item.mediaType)).restore({ params: { id: item._id } });
      toast(`‘${item.title}’ is back${item.featured ? ', not featured any more' : ''}.`);
    } catch (error) {
      toast(withReason(`‘${item.title}’ could not be brought back.`, error));
    }
    await refresh();
  };
  const question = confirming && (
    <Suspense fallback={null}>
      <Confirm
        title={`Delete ‘${confirming.title}’?`}
        action="Delete"
        onConfirm={async () => {
          await callsOf(kindNamed(confirming.mediaType)).remove({ params: { id: confirming._id } });
          if (get('open') === keyOf(confirming)) change({ open: null }, { replace: true });
          setRemoved(confirming);
          // the question closes at once: the way back is below it
          void refresh();
        }}
        failureOf={() => mediaTexts.deleteFailed}
        onClose={() => setConfirming(null)}
      >
        <p>
          It leaves the shop and the lists. Readers who own it keep it. Undo is there for 10 seconds; later it
          is under Deleted items.
        </p>
      </Confirm>
    </Suspense>
  );
  const strip = (
    <div role="status">
      {removed && <UndoLine text={`‘${removed.title}’ deleted.`} onUndo={() => void restore(removed)} />}
    </div>
  );
  return { confirm: setConfirming, question, strip } as const;
};
