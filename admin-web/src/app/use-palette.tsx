import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { isPressed } from '../lib/shortcuts.ts';

const Palette = lazy(async () => ({ default: (await import('../features/palette/palette.tsx')).Palette }));

const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;

/**
 * The command palette, opened by Ctrl+K or Cmd+K, also while typing, and by a button. Its file loads on first use; what is
 * typed until its field is there stands in it then, and is no shortcut of the page.
 * @param isCovered nothing of the screen is shown: it would open unseen, above the way out of the cover
 */
export const usePalette = (isCovered: boolean): { readonly show: () => void; readonly dialog: ReactNode } => {
  const [isOpen, setOpen] = useState(false);
  /** The letters typed since it was opened; null when the field takes them, or it is closed. */
  const early = useRef<string | null>(null);
  const takeEarly = (): string => {
    const text = early.current ?? '';
    early.current = null;
    return text;
  };
  const change = (next: boolean): void => {
    early.current = next ? '' : null;
    setOpen(next);
  };
  const toggle = useRef(() => {});
  toggle.current = () => {
    if (!isCovered) change(!isOpen);
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || !isPressed(event, 'palette')) return;
      event.preventDefault();
      toggle.current();
    };
    const keepEarly = (event: KeyboardEvent): void => {
      if (early.current === null || !isLetter(event)) return;
      early.current += event.key;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    addEventListener('keydown', onKey);
    addEventListener('keydown', keepEarly, { capture: true });
    return () => {
      removeEventListener('keydown', onKey);
      removeEventListener('keydown', keepEarly, { capture: true });
    };
  }, []);
  return {
    show: () => change(true),
    dialog: isOpen && (
      <Suspense>
        <Palette takeEarly={takeEarly} onClose={() => change(false)} />
      </Suspense>
    ),
  };
};
