import type { LibraryEntry } from '@satrangi/contracts';
import { buttonLook, Cover, checkCircleIcon, Icon, scriptProps } from '@satrangi/kit';
import { coverShapeOf } from './book-cover-shape.ts';
import { CardTitle } from './card-title.tsx';
import { Link } from './link.tsx';
import styles from './owned-card.module.css';
import { openPath, percentOf, progressText, resumeText, verbOf } from './progress.ts';
import { titleOrUntitled } from './text.ts';
import frame from './title-card.module.css';

/** An owned title with its progress and a button to continue. */
export function OwnedCard({
  media,
  progress,
  isOwned = true,
}: {
  media: LibraryEntry['media'];
  progress: LibraryEntry['progress'];
  /** A free title can have progress without being owned. */
  isOwned?: boolean;
}) {
  const start = `${verbOf(media)} now`;
  return (
    <article className={frame.card} data-type={media.mediaType}>
      <Cover of={media} shape={coverShapeOf(media.mediaType)} className={frame.cover} />
      <div className={frame.words}>
        <CardTitle of={media} opens="link" />
        <p className="muted small">
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
              <span style={{ width: `${percentOf(progress)}%` }} />
            </span>
            <span className="num">{progressText(progress)}</span>
          </p>
        )}
        <Link
          {...buttonLook({ size: 's', ...(progress ? { tone: 'primary' as const } : {}) })}
          to={openPath(media)}
          aria-label={
            progress
              ? `Continue, ${resumeText(progress)}: ${titleOrUntitled(media.title)}`
              : `${start}: ${titleOrUntitled(media.title)}`
          }
        >
          {progress ? `Continue, ${resumeText(progress)}` : start}
        </Link>
      </div>
    </article>
  );
}
