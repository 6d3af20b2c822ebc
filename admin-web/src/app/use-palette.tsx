import { preferences } from '@satrangi/kit/browser/preferences';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';

const Palette = lazy(async () => ({ default: (await import('../features/palette/palette.tsx')).Palette }));

/** The command palette, opened by Ctrl+K or Cmd+K, also while typing, and by a button. Its file loads on first use. */
export const usePalette = (): { readonly show: () => void; readonly dialog: ReactNode } => {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event;
      if (defaultPrevented || altKey || shiftKey || ctrlKey === metaKey || key.toLowerCase() !== 'k') return;
      if (!preferences.get().keys) return;
      event.preventDefault();
      setOpen((was) => !was);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return {
    show: () => setOpen(true),
    dialog: isOpen && (
      <Suspense>
        <Palette onClose={() => setOpen(false)} />
      </Suspense>
    ),
  };
};
