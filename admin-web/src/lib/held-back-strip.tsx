import { useStore } from '@satrangi/kit/browser/use-store';
import { heldActs } from './held-back.ts';
import { UndoLine } from './undo-line.tsx';

/** What has just been done to rows of one kind, with the way back for ten seconds; and what was refused. */
export function HeldBackStrip({ prefix }: { prefix: string }) {
  const acts = [...useStore(heldActs)].filter(
    ([key, { state }]) => key.startsWith(prefix) && state !== 'sent',
  );
  return (
    <div role="status">
      {acts.map(([key, { text, state, undo }]) => (
        <UndoLine key={key} text={text} isRefused={state === 'refused'} onUndo={undo} />
      ))}
    </div>
  );
}
