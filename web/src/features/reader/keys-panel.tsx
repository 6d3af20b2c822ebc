import { Dialog } from '@satrangi/kit';
import styles from './panels.module.css';
import { keyList } from './reader-keys.ts';

export function KeysPanel({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Keys">
      <dl className={styles.keys}>
        {keyList.map(({ keys, does }) => (
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
    </Dialog>
  );
}
