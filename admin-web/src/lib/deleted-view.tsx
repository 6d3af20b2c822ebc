import { useEffect, useRef } from 'react';
import { UndoLine } from './undo-line.tsx';
import type { SavedViews } from './use-saved-views.ts';

type Props = {
  saved: SavedViews;
  takesFocus: boolean;
};

/** What was deleted last, and the way back; takes the focus of the button that went. */
export function DeletedView({ saved: { removed, undo }, takesFocus }: Props) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (removed && takesFocus) line.current?.querySelector('button')?.focus();
  }, [removed, takesFocus]);
  return (
    <div ref={line} role="status">
      {removed && <UndoLine text={`‘${removed}’ is deleted.`} onUndo={undo} />}
    </div>
  );
}
