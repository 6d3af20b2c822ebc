import { useEffect, useRef } from 'react';
import type { PageImages } from './page-images.ts';
import styles from './sample-reader.module.css';

/** One page, drawn when its image is there; until then a blank sheet of the same size. */
export function PageCanvas({
  page,
  images,
  label,
  onFail,
}: {
  page: number;
  images: PageImages;
  label: string;
  onFail: () => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const fail = useRef(onFail);
  fail.current = onFail;

  useEffect(() => {
    let here = true;
    images
      .load(page)
      .then((image) => {
        const sheet = canvas.current;
        const brush = sheet?.getContext('2d');
        if (!here || !sheet || !brush) return;
        sheet.width = image.naturalWidth;
        sheet.height = image.naturalHeight;
        brush.drawImage(image, 0, 0);
        sheet.dataset.drawn = String(page);
      })
      .catch(() => here && fail.current());
    return () => {
      here = false;
    };
  }, [page, images]);

  return (
    <canvas ref={canvas} className={styles.page} role="img" aria-label={label} width="600" height="960" />
  );
}
