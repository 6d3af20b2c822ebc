import { Dialog } from './dialog.tsx';
import styles from './keys-dialog.module.css';

/** A keyboard shortcut: its keys and its effect. */
export type KeyLine = { readonly keys: readonly string[]; readonly does: string };

type Props = {
  open: boolean;
  onClose: () => void;
  lines: readonly KeyLine[];
};

/** The list of keyboard shortcuts. */
export function KeysDialog({ open, onClose, lines }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
      <dl className={styles.keys}>
        {lines.map(({ keys, does }) => (
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
