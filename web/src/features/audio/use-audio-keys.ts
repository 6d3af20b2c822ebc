import { useEffect, useRef } from 'react';
import { usePreferences } from '../../lib/preferences.ts';
import { type AudioAction, audioActionOf } from './audio-keys.ts';

/** Where a key already means something to the control that has the focus. */
const isTaken = ({ key, target }: KeyboardEvent): boolean => {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('dialog, [role="dialog"]')) return true;
  if (target.matches('input, textarea, select')) return true;
  return key === ' ' && target.closest('button, a, summary, label') !== null;
};

/** Hears the keys of the player wherever the focus is on its page, except where they mean something already. */
export const useAudioKeys = (isOn: boolean, act: (action: AudioAction) => void): void => {
  const { keys } = usePreferences();
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    if (!isOn) return;
    const hear = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isTaken(event)) return;
      const action = audioActionOf(event, keys);
      if (!action) return;
      event.preventDefault();
      latest.current(action);
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [isOn, keys]);
};
