import { useEffect, useRef } from 'react';
import { usePreferences } from '../../lib/preferences.ts';
import { type VideoAction, videoActionOf } from './video-keys.ts';

/** Where a key already means something to the control that has the focus. */
const isTaken = ({ key, target }: KeyboardEvent): boolean => {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('dialog')) return true;
  if (target.matches('textarea, select, input:not([type="range"])')) return true;
  // A slider moves with the arrows; the other keys are the film's.
  if (target.matches('input')) return key.startsWith('Arrow') || key === 'Home' || key === 'End';
  return key === ' ' && target.closest('button, a, summary, label') !== null;
};

/** Hears the keys of the film wherever the focus is on its page, except where they mean something already. */
export const useVideoKeys = (act: (action: VideoAction) => void): void => {
  const { keys } = usePreferences();
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isTaken(event)) return;
      const action = videoActionOf(event, keys);
      if (!action) return;
      event.preventDefault();
      latest.current(action);
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [keys]);
};
