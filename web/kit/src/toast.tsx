import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { closeIcon } from './icons-shell.ts';
import styles from './toast.module.css';

const STAYS_MS = 6_000;

type Toast = { readonly id: number; readonly text: string };
const Say = createContext<(text: string) => void>(() => {});

/** Says a sentence in the corner for a moment. It is never the only place a message lives. */
export const useToast = (): ((text: string) => void) => useContext(Say);

let count = 0;

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const drop = useCallback((id: number) => setToasts((all) => all.filter((toast) => toast.id !== id)), []);
  const say = useCallback(
    (text: string) => {
      count += 1;
      const id = count;
      setToasts((all) => [...all.slice(-2), { id, text }]);
      setTimeout(drop, STAYS_MS, id);
    },
    [drop],
  );

  return (
    <Say value={say}>
      {children}
      <div className={styles.corner} role="status" aria-live="polite">
        {toasts.map((toast) => (
          <div key={toast.id} className={styles.toast}>
            <span>{toast.text}</span>
            <IconButton label="Close message" onClick={() => drop(toast.id)} className={styles.close}>
              <Icon shape={closeIcon} size="s" />
            </IconButton>
          </div>
        ))}
      </div>
    </Say>
  );
}
