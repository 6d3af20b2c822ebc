import { Dialog } from '@satrangi/kit';
import { useEffect, useRef, useState } from 'react';
import type { Size } from './page-layout.ts';
import styles from './panels.module.css';
import type { Thumbnails } from './thumbnails.ts';

function Thumbnail({
  thumbnails,
  page,
  size,
  isCurrent,
  onGo,
}: {
  thumbnails: Thumbnails;
  page: number;
  size: Size;
  isCurrent: boolean;
  onGo: (page: number) => void;
}) {
  const buttonRef = useRef<HTMLButtonElement>(null);
  const [url, setUrl] = useState<string>();

  useEffect(() => {
    const button = buttonRef.current;
    if (!button) return;
    // The panel is shown after its content is rendered.
    if (isCurrent) requestAnimationFrame(() => button.scrollIntoView({ block: 'center' }));
    let isMounted = true;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      thumbnails.urlOf(page).then(
        (loaded) => isMounted && setUrl(loaded),
        () => undefined,
      );
    });
    observer.observe(button);
    return () => {
      isMounted = false;
      observer.disconnect();
    };
  }, [thumbnails, page, isCurrent]);

  return (
    <button
      ref={buttonRef}
      type="button"
      aria-label={`Page ${page}`}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={() => onGo(page)}
    >
      <span className={styles.thumb} style={{ aspectRatio: `${size.width} / ${size.height}` }}>
        {url && <img src={url} alt="" />}
      </span>
      <span className="num">{page}</span>
    </button>
  );
}

/** Thumbnails of all pages. */
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
              isCurrent={number === page}
              onGo={onGo}
            />
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
