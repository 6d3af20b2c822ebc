import { useEffect, useRef } from 'react';
import { actionOf, type ReaderAction } from './reader-keys.ts';

/** Where a key already means something to the control that has the focus. */
const isTaken = ({ key, target }: KeyboardEvent): boolean => {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('dialog')) return true;
  if (target.matches('input, textarea, select')) return key !== 'Escape';
  return key === ' ' && target.closest('button, a, summary, label') !== null;
};

/** Hears the keys of the reader wherever the focus is, except where they mean something already. */
export const useKeys = (
  rules: { readonly rtl: boolean; readonly singleKeys: boolean },
  act: (action: ReaderAction) => void,
): void => {
  const latest = useRef({ rules, act });
  latest.current = { rules, act };
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isTaken(event)) return;
      const action = actionOf(event, latest.current.rules);
      if (!action) return;
      event.preventDefault();
      latest.current.act(action);
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
};
