import { useEffect, useRef } from 'react';
import { usePreferences } from '../../lib/preferences.ts';
import { type AudioAction, audioActionForKey } from './audio-keys.ts';

/** Whether the focused control handles this key itself. */
const isHandledByControl = ({ key, target }: KeyboardEvent): boolean => {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('dialog, [role="dialog"]')) return true;
  if (target.matches('input, textarea, select')) return true;
  return key === ' ' && target.closest('button, a, summary, label') !== null;
};

/** Handles the player's shortcuts wherever focus is on its page, except where a control handles the key. */
export const useAudioKeys = (onAction: (action: AudioAction) => void): void => {
  const { keys } = usePreferences();
  const latest = useRef(onAction);
  latest.current = onAction;
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isHandledByControl(event)) return;
      const action = audioActionForKey(event, keys);
      if (!action) return;
      event.preventDefault();
      latest.current(action);
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [keys]);
};
