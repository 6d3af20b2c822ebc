import type { MediaItem } from '@satrangi/contracts';
import { Button, closeIcon, Icon, playIcon } from '@satrangi/kit';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useMarkInView } from '../../lib/mark-in-view.ts';
import styles from './clip.module.css';
import type { ClipOwner } from './clip-files.ts';

const FilmClip = lazy(async () => ({ default: (await import('./film-clip.tsx')).FilmClip }));
const SoundClip = lazy(async () => ({ default: (await import('./sound-clip.tsx')).SoundClip }));

/** The foot of the window, where a phone has the bar with the main action. */
const FOOT = '-88% 0px 0px 0px';

type Props = {
  readonly item: ClipOwner & Pick<MediaItem, 'coverImage' | 'thumbnailUrl'>;
  readonly kind: 'film' | 'sound';
  /** The picture of a film. */
  readonly children?: ReactNode;
};

/**
 * A free clip in place of a picture: a button over the picture starts the clip; closing it shows the picture again
 * and returns focus to the button.
 */
export function Clip({ item, kind, children }: Props) {
  const [isPlaying, setPlaying] = useState(false);
  const [failed, setFailed] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const hasPlayed = useRef(false);
  const clip = useRef<HTMLDivElement>(null);
  useMarkInView(clip, 'data-sample-in-view', FOOT);

  useEffect(() => {
    if (isPlaying) hasPlayed.current = true;
    else if (hasPlayed.current) button.current?.focus();
  }, [isPlaying]);

  const close = (): void => {
    setPlaying(false);
    setFailed(false);
  };

  if (!isPlaying)
    return (
      <div ref={clip} className={styles.clip} data-kind={kind}>
        {children}
        <button ref={button} type="button" className={styles.open} onClick={() => setPlaying(true)}>
          <span>
            <Icon shape={playIcon} />
            {kind === 'film' ? 'Watch the clip' : 'Hear a clip'}
          </span>
        </button>
      </div>
    );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc does the same as the Close button
    <div
      ref={clip}
      className={styles.clip}
      data-kind={kind}
      data-playing=""
      onKeyDown={({ key }) => {
        if (key === 'Escape' && !document.fullscreenElement) close();
      }}
    >
      {failed ? (
        <p role="alert" className={styles.broken}>
          Preview unavailable
        </p>
      ) : (
        <Suspense fallback={children}>
          {kind === 'sound' ? (
            <SoundClip item={item} onFail={() => setFailed(true)} />
          ) : (
            <FilmClip
              item={item}
              poster={item.coverImage ?? item.thumbnailUrl}
              onFail={() => setFailed(true)}
            />
          )}
        </Suspense>
      )}
      <Button size="s" className={styles.close ?? ''} onClick={close}>
        <Icon shape={closeIcon} size="s" />
        Close
      </Button>
    </div>
  );
}
