import type { TextSection } from '@satrangi/contracts/pure';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { Picker } from '../../lib/picker.tsx';
import styles from './content.module.css';

const SEND_AFTER_MS = 250;
const WIDTHS = [
  ['360', 'Phone'],
  ['1280', 'Desk'],
] as const;

type Props = {
  title: string;
  path: string;
  sections: readonly TextSection[];
};

/** The real page in a frame, with texts that are not saved yet. They go to this origin only. */
export function PreviewFrame({ title, path, sections }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState('360');
  const [room, setRoom] = useState(360);
  const latest = useRef(sections);
  latest.current = sections;
  const send = useRef((): void => {
    frame.current?.contentWindow?.postMessage({ preview: latest.current }, location.origin);
  }).current;

  useEffect(() => {
    const onMessage = ({ origin, source, data }: MessageEvent): void => {
      if (origin === location.origin && source === frame.current?.contentWindow && data?.previewReady) send();
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, [send]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each text is sent
  useEffect(() => {
    const timer = setTimeout(send, SEND_AFTER_MS);
    return () => clearTimeout(timer);
  }, [sections, send]);
  useEffect(() => {
    const element = box.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 360));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const scale = Math.min(1, room / Number(width));
  return (
    <section aria-label="Preview" className={styles.preview}>
      <div className={styles.previewHead}>
        <h2>Preview</h2>
        <Picker label="Width" value={width} options={WIDTHS} onPick={setWidth} />
      </div>
      <div
        ref={box}
        className={styles.previewBox}
        style={{ '--frame-width': `${width}px`, '--frame-scale': String(scale) } as CSSProperties}
      >
        <iframe ref={frame} key={path} title={`Preview of ${title}`} src={`${path}?preview=1`} />
      </div>
      <p className="muted">With what is not saved yet. Readers see the published texts.</p>
    </section>
  );
}
