import type { LibraryEntry } from '@satrangi/contracts';
import { buttonLook, Cover, checkCircleIcon, ErrorNote, Icon, Skeleton, scriptProps } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { libraryQueries } from '../../lib/catalog-queries.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { titleOr } from '../../lib/text.ts';
import styles from './library-preview.module.css';
import { previewEntries } from './my-shelf.ts';

function Entry({ entry: { media, progress, format } }: { entry: LibraryEntry }) {
  const at = progress ? Math.round((progress.page / progress.pages) * 100) : 0;
  const verb = progress ? 'Continue' : format === 'audio' ? 'Listen' : 'Start';
  return (
    <li className={styles.entry} data-type={media.mediaType}>
      <Cover of={media} />
      <div className={styles.words}>
        <h3 {...scriptProps(media.title, media.language)}>{titleOr(media.title)}</h3>
        {progress ? (
          <div
            className={styles.bar}
            role="progressbar"
            aria-label="Read"
            aria-valuenow={at}
            aria-valuemin={0}
            aria-valuemax={100}
          >
            <span style={{ width: `${at}%` }} />
          </div>
        ) : (
          <p className={styles.owned}>
            <Icon shape={checkCircleIcon} size="s" />
            Owned
          </p>
        )}
        <div className={styles.row}>
          <span className="num">
            {progress ? `Page ${progress.page} of ${progress.pages}` : 'Not started'}
          </span>
          <Link
            {...buttonLook({ size: 's' })}
            to={media.mediaType === 'ebook' ? paths.read(media._id) : paths.media(media.mediaType, media._id)}
            aria-label={`${verb} ${media.title}`}
          >
            {verb}
          </Link>
        </div>
      </div>
    </li>
  );
}

function Owned() {
  const entries = useQuery({ ...libraryQueries.entries(), select: previewEntries });
  if (entries.isPending)
    return (
      <div role="status">
        <span className="vh">Loading your library...</span>
        <div className={styles.list}>
          {[1, 2, 3].map((place) => (
            <Skeleton key={place} height="8.6rem" />
          ))}
        </div>
      </div>
    );
  if (entries.isError) return <ErrorNote onRetry={entries.refetch}>Failed to load library</ErrorNote>;
  if (entries.data.length === 0) return <p>You have not added any media to your library yet.</p>;
  return (
    <ul className={styles.list}>
      {entries.data.map((entry) => (
        <Entry key={entry._id} entry={entry} />
      ))}
    </ul>
  );
}

/** My Library at a glance, or the invitation to have one. */
export function LibraryPreview() {
  const session = useSession();
  if (session) return <Owned />;
  return (
    <div className={styles.invite}>
      <p>Keep your place: log in</p>
      <Link {...buttonLook({ tone: 'primary' })} to={paths.loginThen(paths.library)}>
        Log in
      </Link>
    </div>
  );
}
