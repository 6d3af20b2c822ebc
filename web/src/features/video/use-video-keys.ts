import { useEffect, useRef } from 'react';
import { usePreferences } from '../../lib/preferences.ts';
import { type VideoAction, videoActionForKey } from './video-keys.ts';

/** Whether the focused control handles this key itself. */
const isHandledByControl = ({ key, target }: KeyboardEvent): boolean => {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('dialog')) return true;
  if (target.matches('textarea, select, input:not([type="range"])')) return true;
  // A slider handles arrows, Home and End; other keys are shortcuts.
  if (target.matches('input')) return key.startsWith('Arrow') || key === 'Home' || key === 'End';
  return key === ' ' && target.closest('button, a, summary, label') !== null;
};

/** Handles the film's shortcuts wherever focus is on its page, except where a control handles the key. */
export const useVideoKeys = (onAction: (action: VideoAction) => void): void => {
  const { keys } = usePreferences();
  const latest = useRef(onAction);
  latest.current = onAction;
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isHandledByControl(event)) return;
      const action = videoActionForKey(event, keys);
      if (!action) return;
      event.preventDefault();
      latest.current(action);
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [keys]);
};
