import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { Button, IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { closeIcon } from './icons-shell.ts';
import styles from './toast.module.css';

const DISMISS_AFTER_MS = 6_000;
const DISMISS_UNDO_AFTER_MS = 10_000;

type Toast = { readonly id: number; readonly text: string; readonly undo?: (() => void) | undefined };
type ShowToast = (text: string, undo?: () => void) => void;
const ToastContext = createContext<ShowToast>(() => {});

/** Shows a short notification, with a way back for 10 seconds when there is one. Never the only place of a message. */
export const useToast = (): ShowToast => useContext(ToastContext);

let count = 0;

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const dismiss = useCallback((id: number) => setToasts((all) => all.filter((toast) => toast.id !== id)), []);
  const showToast = useCallback(
    (text: string, undo?: () => void) => {
      count += 1;
      const id = count;
      setToasts((all) => [...all.slice(-2), { id, text, undo }]);
      setTimeout(dismiss, undo ? DISMISS_UNDO_AFTER_MS : DISMISS_AFTER_MS, id);
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
            {toast.undo && (
              <Button
                size="s"
                className={styles.undo}
                onClick={() => {
                  dismiss(toast.id);
                  toast.undo?.();
                }}
              >
                Undo
              </Button>
            )}
            <IconButton label="Close message" onClick={() => dismiss(toast.id)} className={styles.close}>
              <Icon shape={closeIcon} size="s" />
            </IconButton>
          </div>
        ))}
      </div>
    </ToastContext>
  );
}
