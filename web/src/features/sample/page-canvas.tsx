import { useEffect, useRef } from 'react';
import type { PageImages } from './page-images.ts';
import styles from './sample-reader.module.css';

/** One page, drawn when its image has loaded; a blank sheet of the same size before. */
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
  const onFailRef = useRef(onFail);
  onFailRef.current = onFail;

  useEffect(() => {
    let isMounted = true;
    images
      .load(page)
      .then((image) => {
        const element = canvas.current;
        const context = element?.getContext('2d');
        if (!isMounted || !element || !context) return;
        element.width = image.naturalWidth;
        element.height = image.naturalHeight;
        context.drawImage(image, 0, 0);
        element.dataset.drawn = String(page);
      })
      .catch(() => isMounted && onFailRef.current());
    return () => {
      isMounted = false;
    };
  }, [page, images]);

  return (
    <canvas ref={canvas} className={styles.page} role="img" aria-label={label} width="600" height="960" />
  );
}
