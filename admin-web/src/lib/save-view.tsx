import { Button } from '@satrangi/kit';
import { lazy, Suspense, useState } from 'react';
import type { SavedViews } from './use-saved-views.ts';

const SaveDialog = lazy(async () => ({ default: (await import('./saved-view-dialogs.tsx')).SaveDialog }));

/** Saves the present address of a list under a name. Stands in the strip above the table. */
export function SaveViewButton({ saved: { unsaved, save } }: { saved: SavedViews }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="s"
        tone="quiet"
        aria-haspopup="dialog"
        aria-disabled={!unsaved}
        onClick={() => unsaved && setOpen(true)}
      >
        Save view
      </Button>
      {isOpen && unsaved && (
        <Suspense>
          <SaveDialog unsaved={unsaved} save={save} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
