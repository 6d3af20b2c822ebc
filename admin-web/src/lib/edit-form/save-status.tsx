import { useEffect, useState } from 'react';
import { clockText } from '../format.ts';
import styles from './edit-form.module.css';

/** What a form is doing (checklist ADM-23). */
export type SaveState = 'idle' | 'loading' | 'saving' | 'success' | 'error';

/** Success is a state of its own for this long; when it was saved stays readable. */
const SUCCESS_MS = 1_600;

/** The state of saving. Success goes back to idle by itself. */
export const useSaveState = () => {
  const [state, setState] = useState<SaveState>('idle');
  const [savedAt, setSavedAt] = useState<number | null>(null);
  useEffect(() => {
    if (state !== 'success') return;
    setSavedAt(Date.now());
    const timer = setTimeout(() => setState('idle'), SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return { state, savedAt, setState } as const;
};

const texts = { loading: 'Loading…', saving: 'Saving…', success: 'Saved', error: 'Not saved' } as const;

type Props = {
  state: SaveState;
  savedAt: number | null;
  hasChanges: boolean;
};

/** The status line: `Saving…`, `Saved`, then `Saved 14:10`. */
export function SaveStatus({ state, savedAt, hasChanges }: Props) {
  const rest = hasChanges ? 'Not saved yet' : savedAt === null ? '' : `Saved ${clockText(savedAt)}`;
  return (
    <p role="status" className={styles.status} data-state={state}>
      {state === 'idle' ? rest : texts[state]}
    </p>
  );
}
