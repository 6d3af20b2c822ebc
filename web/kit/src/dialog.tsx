import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from './button.tsx';
import { classes } from './classes.ts';
import styles from './dialog.module.css';
import { Icon } from './icon.tsx';
import { closeIcon } from './icons-shell.ts';

type Shape = 'centre' | 'sheet' | 'side';

/**
 * A native modal dialog: focus starts on the title and stays inside, Esc and a click on the backdrop close it, and
 * focus returns to where it was. `sheet` rises from the bottom on a phone, `side` is a full-height panel at the end
 * of the window.
 */
export function Dialog({
  open,
  onClose,
  title,
  hideTitle,
  shape = 'sheet',
  className,
  children,
  ...rest
}: {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  hideTitle?: boolean;
  shape?: Shape;
} & Omit<ComponentProps<'dialog'>, 'open' | 'onClose' | 'title'>) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const previousFocus = useRef<Element | null>(null);
  const pressed = useRef<EventTarget>(null);

  useEffect(() => {
    const element = dialog.current;
    if (!element || !open) return;
    previousFocus.current = document.activeElement;
    if (!element.open) element.showModal();
    heading.current?.focus({ preventScroll: true });
    document.documentElement.dataset.modal = '';
    return () => {
      element.close();
      // With another dialog open below, the page stays inert.
      if (!document.querySelector('dialog[open]')) delete document.documentElement.dataset.modal;
      if (previousFocus.current instanceof HTMLElement) previousFocus.current.focus();
    };
  }, [open]);

  if (!open) return null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it by keyboard; the click is for the backdrop only
    <dialog
      ref={dialog}
      className={classes(styles.dialog, className)}
      data-shape={shape}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={({ target }) => {
        pressed.current = target;
      }}
      onClick={({ target, currentTarget }) => {
        // a selection that is drawn over the edge of the dialog ends on the backdrop, too
        if (target === currentTarget && pressed.current === target) onClose();
      }}
      {...rest}
      aria-label={typeof title === 'string' ? title : undefined}
    >
      <div className={styles.inside}>
        <div className={styles.head}>
          <h2 ref={heading} className={hideTitle ? 'vh' : styles.title} tabIndex={-1}>
            {title}
          </h2>
          <IconButton label="Close" onClick={onClose} className={styles.close}>
            <Icon shape={closeIcon} />
          </IconButton>
        </div>
        {children}
      </div>
    </dialog>
  );
}
