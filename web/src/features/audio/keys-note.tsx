import { Button, Dialog } from '@satrangi/kit';
import { useState } from 'react';
import { audioKeyList } from './audio-keys.ts';
import styles from './audio-player.module.css';

/** What the keyboard can do here, behind a question mark. */
export function KeysNote() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles.button} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Keys
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Keys">
        <dl className={styles.keys}>
          {audioKeyList.map(({ keys, does }) => (
            <div key={does}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <Button tone="primary" wide onClick={() => setOpen(false)}>
          Close
        </Button>
      </Dialog>
    </>
  );
}
