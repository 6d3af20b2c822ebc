import type { LibraryEntry } from '@satrangi/contracts';
import { buttonLook, Cover, checkCircleIcon, Icon, scriptProps } from '@satrangi/kit';
import { CardTitle } from './card-title.tsx';
import { Link } from './link.tsx';
import styles from './owned-card.module.css';
import { openPath, placeText, pointText, shareOf, verbOf } from './progress.ts';
import { titleOr } from './text.ts';

/** A title of one's own: how far one is in it, and the way on. */
export function OwnedCard({
  media,
  progress,
  isOwned = true,
}: {
  media: LibraryEntry['media'];
  progress: LibraryEntry['progress'];
  /** Somebody may have begun what is free for all. */
  isOwned?: boolean;
}) {
  const start = `${verbOf(media)} now`;
  return (
    <article className={styles.card} data-type={media.mediaType}>
      <Cover of={media} className={styles.cover} />
      <div className={styles.words}>
        <CardTitle of={media} opens="link" />
        <p className={styles.by}>
          <bdi {...scriptProps(media.author, media.language)}>{media.author}</bdi>
        </p>
        {isOwned && (
          <p className={styles.owned}>
            <Icon shape={checkCircleIcon} size="s" />
            Owned
          </p>
        )}
        {progress && (
          <p className={styles.at}>
            <span className={styles.bar} aria-hidden="true">
              <span style={{ width: `${shareOf(progress)}%` }} />
            </span>
            <span className="num">{placeText(progress)}</span>
          </p>
        )}
        <Link
          {...buttonLook({ size: 's', ...(progress ? { tone: 'primary' as const } : {}) })}
          to={openPath(media)}
          aria-label={
            progress
              ? `Continue, ${pointText(progress)}: ${titleOr(media.title)}`
              : `${start}: ${titleOr(media.title)}`
          }
        >
          {progress ? `Continue, ${pointText(progress)}` : start}
        </Link>
      </div>
    </article>
  );
}
