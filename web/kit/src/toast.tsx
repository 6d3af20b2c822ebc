import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { closeIcon } from './icons-shell.ts';
import styles from './toast.module.css';

const DISMISS_AFTER_MS = 6_000;

type Toast = { readonly id: number; readonly text: string };
const ToastContext = createContext<(text: string) => void>(() => {});

/** Shows a short notification. Never the only place of a message. */
export const useToast = (): ((text: string) => void) => useContext(ToastContext);

let count = 0;

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const dismiss = useCallback((id: number) => setToasts((all) => all.filter((toast) => toast.id !== id)), []);
  const showToast = useCallback(
    (text: string) => {
      const id = ++count;
      setToasts((all) => [...all.slice(-2), { id, text }]);
      setTimeout(dismiss, DISMISS_AFTER_MS, id);
    },
    [dismiss],
  );

  return (
    <ToastContext value={showToast}>
      {children}
      <div className={styles.corner} role="status" aria-live="polite">
        {toasts.map((toast) => (
          <div key={toast.id} className={styles.toast}>
            <span>{toast.text}</span>
            <IconButton label="Close message" onClick={() => dismiss(toast.id)}>
              <Icon shape={closeIcon} size="s" />
            </IconButton>
          </div>
        ))}
      </div>
    </ToastContext>
  );
}
