import { closeIcon, Icon, IconButton } from '@satrangi/kit';
import { type ReactNode, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import styles from './payment-layer.module.css';

/**
 * A dialog of a payment over the page. Not a modal `<dialog>`: the bank's 3-D Secure frame opens beside it, and a modal
 * dialog would make that frame inert. Instead the page below is inert. Without `onClose` it cannot be closed.
 */
export function PaymentLayer({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose?: () => void;
  children: ReactNode;
}) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = document.getElementById('root');
    const previousFocus = document.activeElement;
    if (root) root.inert = true;
    document.documentElement.dataset.modal = '';
    panel.current?.focus();
    return () => {
      if (root) root.inert = false;
      delete document.documentElement.dataset.modal;
      if (previousFocus instanceof HTMLElement) previousFocus.focus();
    };
  }, []);
  return createPortal(
    <div className={styles.scrim}>
      <div
        ref={panel}
        className={styles.panel}
        role="dialog"
        aria-modal="true"
        aria-label={title}
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose?.();
        }}
      >
        <div className={styles.head}>
          <h2>{title}</h2>
          {onClose && (
            <IconButton label="Close" onClick={onClose}>
              <Icon shape={closeIcon} />
            </IconButton>
          )}
        </div>
        {children}
      </div>
    </div>,
    document.body,
  );
}
