import { Button, Dialog } from '@satrangi/kit';
import { type ReactNode, useEffect } from 'react';
import { useOpened } from './address.ts';
import styles from './drawer.module.css';
import { isPressed } from './shortcuts.ts';
import { isTyping } from './typing.ts';

export type DrawerProps = {
  readonly title: string;
  /** The keys of the rows on this page, in their order: the ways to the row before and the next one. */
  readonly keys: readonly string[];
  readonly children: ReactNode;
};

/**
 * The panel of the row named in `open=` of the address. Esc, Close and Back close it; `[` and `]` go to the row before
 * and to the next one. Render it only while a row is open.
 */
export function Drawer({ title, keys, children }: DrawerProps) {
  const { opened, open, close } = useOpened();
  const at = keys.indexOf(opened);
  const previous = at > 0 ? keys[at - 1] : undefined;
  const next = at >= 0 ? keys[at + 1] : undefined;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      // a question over the drawer has the keys
      if (
        event.defaultPrevented ||
        isTyping(event.target) ||
        document.querySelectorAll('dialog[open]').length > 1
      )
        return;
      const goal = isPressed(event, 'previousInDrawer')
        ? previous
        : isPressed(event, 'nextInDrawer')
          ? next
          : undefined;
      if (goal !== undefined) open(goal);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  return (
    <Dialog open title={title} shape="side" className={styles.drawer} onClose={close}>
      {keys.length > 1 && at >= 0 && (
        <nav className={styles.steps} aria-label="Rows">
          <Button size="s" disabled={previous === undefined} onClick={() => previous && open(previous)}>
            Previous
          </Button>
          <Button size="s" disabled={next === undefined} onClick={() => next && open(next)}>
            Next
          </Button>
          <span className="num">
            {at + 1} of {keys.length}
          </span>
        </nav>
      )}
      {children}
    </Dialog>
  );
}
