import { Button, closeIcon, Icon, playIcon } from '@satrangi/kit';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './clip.module.css';

/**
 * A free clip in place of a picture: a button over the picture starts the clip; closing it shows the picture again
 * and returns focus to the button.
 */
export function Clip({
  url,
  kind,
  poster,
  children,
}: {
  url: string;
  kind: 'film' | 'sound';
  poster: string | null;
  /** The picture. */
  children: ReactNode;
}) {
  const [isPlaying, setPlaying] = useState(false);
  const [failed, setFailed] = useState(false);
  const player = useRef<HTMLVideoElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const hasPlayed = useRef(false);

  useEffect(() => {
    if (isPlaying) {
      hasPlayed.current = true;
      player.current?.focus();
      player.current?.play().catch(() => undefined);
    } else if (hasPlayed.current) button.current?.focus();
  }, [isPlaying]);

  const close = (): void => {
    setPlaying(false);
    setFailed(false);
  };

  if (!isPlaying)
    return (
      <div className={styles.clip} data-kind={kind}>
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
      className={styles.clip}
      data-kind={kind}
      data-playing=""
      onKeyDown={({ key }) => {
        if (key === 'Escape' && !document.fullscreenElement) close();
      }}
    >
      {kind === 'sound' && children}
      {failed ? (
        <p role="alert" className={styles.broken}>
          Preview unavailable
        </p>
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: a short sample; captions belong to the whole film
        <video
          ref={player}
          src={url}
          poster={poster ?? undefined}
          controls
          playsInline
          disablePictureInPicture
          controlsList="nodownload"
          aria-label="Clip"
          tabIndex={0}
          onError={() => setFailed(true)}
        />
      )}
      <Button size="s" className={styles.close ?? ''} onClick={close}>
        <Icon shape={closeIcon} size="s" />
        Close
      </Button>
    </div>
  );
}
