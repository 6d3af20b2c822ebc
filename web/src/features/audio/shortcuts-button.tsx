import { KeysDialog } from '@satrangi/kit';
import { useState } from 'react';
import { audioKeyList } from './audio-keys.ts';
import styles from './audio-player.module.css';

/** A button that shows the player's keyboard shortcuts. */
export function ShortcutsButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles.button} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Shortcuts
      </button>
      <KeysDialog open={open} onClose={() => setOpen(false)} lines={audioKeyList} />
    </>
  );
}
