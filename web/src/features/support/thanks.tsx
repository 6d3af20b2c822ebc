import { checkCircleIcon, Icon } from '@satrangi/kit';
import { useEffect, useRef, useState } from 'react';
import styles from './support.module.css';

/** The thanks close after this time (storefront §9), unless the pointer is over them. */
const CLOSE_AFTER_MS = 2_000;

export function Thanks({ onDone }: { onDone: () => void }) {
  const message = useRef<HTMLDivElement>(null);
  const [isHeld, setHeld] = useState(false);
  useEffect(() => message.current?.focus(), []);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(onDone, CLOSE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isHeld, onDone]);
  return (
    <div
      ref={message}
      className={styles.thanks}
      role="status"
      tabIndex={-1}
      onPointerMove={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <Icon shape={checkCircleIcon} size="l" />
      <p>Thank you for your Contribution!</p>
    </div>
  );
}
