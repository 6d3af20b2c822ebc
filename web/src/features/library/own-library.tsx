import type { LibraryEntry } from '@satrangi/contracts';
import { buttonLook, Cover, checkCircleIcon, ErrorNote, Icon, Skeleton, scriptProps } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { libraryQueries } from '../../lib/catalog-queries.ts';
import { eachOnce } from '../../lib/own-shelf.ts';
import { paths } from '../../lib/paths.ts';
import { titleOr } from '../../lib/text.ts';
import styles from './own-library.module.css';

function Owned({ entry: { media, progress } }: { entry: LibraryEntry }) {
  const share = progress ? Math.round((progress.page / progress.pages) * 100) : 0;
  return (
    <article className={styles.entry} data-type={media.mediaType}>
      <Cover of={media} className={styles.cover} />
      <div className={styles.words}>
        <h3>
          <Link to={paths.media(media.mediaType, media._id)} {...scriptProps(media.title, media.language)}>
            {titleOr(media.title)}
          </Link>
        </h3>
        <p className={styles.by}>
          <bdi {...scriptProps(media.author, media.language)}>{media.author}</bdi>
        </p>
        <p className={styles.owned}>
          <Icon shape={checkCircleIcon} size="s" />
          Owned
        </p>
        {progress && (
          <p className={styles.at}>
            <span className={styles.bar} aria-hidden="true">
              <span style={{ width: `${share}%` }} />
            </span>
            <span className="num">
              Page {progress.page} of {progress.pages}
            </span>
          </p>
        )}
        <Link
          {...buttonLook({ size: 's', ...(progress ? { tone: 'primary' as const } : {}) })}
          to={media.mediaType === 'ebook' ? paths.read(media._id) : paths.media(media.mediaType, media._id)}
          aria-label={
            progress ? `Continue, page ${progress.page}: ${media.title}` : `Read now: ${media.title}`
          }
        >
          {progress ? `Continue, page ${progress.page}` : 'Read now'}
        </Link>
      </div>
    </article>
  );
}

/** Everything the reader owns, newest grant first. */
export function OwnLibrary() {
  const entries = useQuery({ ...libraryQueries.entries(), select: eachOnce });
  if (entries.isPending)
    return (
      <div role="status">
        <p className="vh">Loading your library...</p>
        <div className={styles.list}>
          {[1, 2, 3].map((place) => (
            <Skeleton key={place} height="11rem" />
          ))}
        </div>
      </div>
    );
  if (entries.isError) return <ErrorNote onRetry={entries.refetch}>Failed to load library</ErrorNote>;
  if (entries.data.length === 0)
    return <p className={styles.empty}>You have not added any media to your library yet.</p>;
  return (
    <ul className={styles.list}>
      {entries.data.map((entry) => (
        <li key={entry._id}>
          <Owned entry={entry} />
        </li>
      ))}
    </ul>
  );
}
