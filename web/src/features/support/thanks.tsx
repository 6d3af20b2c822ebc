import { checkCircleIcon, Icon } from '@satrangi/kit';
import { useEffect, useRef, useState } from 'react';
import styles from './support.module.css';

/** The thanks close by themselves after this long (storefront §9), unless somebody is still with them. */
const STAYS_MS = 2_000;

export function Thanks({ onDone }: { onDone: () => void }) {
  const words = useRef<HTMLDivElement>(null);
  const [isHeld, setHeld] = useState(false);
  useEffect(() => words.current?.focus(), []);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(onDone, STAYS_MS);
    return () => clearTimeout(timer);
  }, [isHeld, onDone]);
  return (
    <div
      ref={words}
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
