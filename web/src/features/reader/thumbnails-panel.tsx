import { Dialog } from '@satrangi/kit';
import { useEffect, useRef, useState } from 'react';
import type { Size } from './openings.ts';
import styles from './panels.module.css';
import type { Thumbnails } from './thumbnails.ts';

function Thumbnail({
  thumbnails,
  page,
  size,
  isHere,
  onGo,
}: {
  thumbnails: Thumbnails;
  page: number;
  size: Size;
  isHere: boolean;
  onGo: (page: number) => void;
}) {
  const place = useRef<HTMLButtonElement>(null);
  const [url, setUrl] = useState<string>();

  useEffect(() => {
    const button = place.current;
    if (!button) return;
    // The panel opens after its contents are there.
    if (isHere) requestAnimationFrame(() => button.scrollIntoView({ block: 'center' }));
    let isShown = true;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      thumbnails.of(page).then(
        (made) => isShown && setUrl(made),
        () => undefined,
      );
    });
    observer.observe(button);
    return () => {
      isShown = false;
      observer.disconnect();
    };
  }, [thumbnails, page, isHere]);

  return (
    <button
      ref={place}
      type="button"
      aria-label={`Page ${page}`}
      aria-current={isHere ? 'page' : undefined}
      onClick={() => onGo(page)}
    >
      <span className={styles.thumb} style={{ aspectRatio: `${size.width} / ${size.height}` }}>
        {url && <img src={url} alt="" />}
      </span>
      <span className="num">{page}</span>
    </button>
  );
}

/** Pages at a glance. */
export function ThumbnailsPanel({
  thumbnails,
  pages,
  page,
  size,
  onGo,
  onClose,
}: {
  thumbnails: Thumbnails;
  pages: number;
  page: number;
  size: Size;
  onGo: (page: number) => void;
  onClose: () => void;
}) {
  return (
    <Dialog open onClose={onClose} title="Pages" shape="side">
      <ol className={styles.thumbs}>
        {Array.from({ length: pages }, (_, index) => index + 1).map((number) => (
          <li key={number}>
            <Thumbnail
              thumbnails={thumbnails}
              page={number}
              size={size}
              isHere={number === page}
              onGo={onGo}
            />
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
