import { useEffect, useRef } from 'react';
import { actionForKey, type ReaderAction } from './reader-keys.ts';

/** Whether the focused control handles this key itself. */
const isHandledByControl = ({ key, target }: KeyboardEvent): boolean => {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('dialog')) return true;
  if (target.matches('input, textarea, select')) return key !== 'Escape';
  return key === ' ' && target.closest('button, a, summary, label') !== null;
};

/** Handles the reader's shortcuts wherever focus is, except where a control handles the key. */
export const useReaderKeys = (
  options: { readonly rtl: boolean; readonly singleKeys: boolean },
  onAction: (action: ReaderAction) => void,
): void => {
  const latest = useRef({ options, onAction });
  latest.current = { options, onAction };
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isHandledByControl(event)) return;
      const action = actionForKey(event, latest.current.options);
      if (!action) return;
      event.preventDefault();
      latest.current.onAction(action);
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
};
