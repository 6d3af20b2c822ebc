import { useEffect, useRef, useState } from 'react';
import styles from './reader.module.css';

const REST_MS = 150;

/** Moves through the whole book; pages are turned when it rests, not for every step on the way. */
export function Slider({
  page,
  pages,
  rtl,
  onGo,
}: {
  page: number;
  pages: number;
  rtl: boolean;
  onGo: (page: number) => void;
}) {
  const [held, setHeld] = useState<number>();
  const go = useRef(onGo);
  go.current = onGo;
  useEffect(() => {
    if (held === undefined) return;
    const timer = setTimeout(() => {
      go.current(held);
      setHeld(undefined);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [held]);
  const at = held ?? page;
  return (
    <input
      className={styles.slider}
      type="range"
      min={1}
      max={pages}
      step={1}
      value={at}
      dir={rtl ? 'rtl' : 'ltr'}
      aria-label="Page"
      aria-valuetext={`Page ${at} of ${pages}`}
      onChange={({ target }) => setHeld(Number(target.value))}
    />
  );
}
