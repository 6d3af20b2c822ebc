import type { JoinedMediaType } from '@satrangi/contracts';
import { buttonLook, ErrorNote } from '@satrangi/kit';
import { kinds } from './kinds.ts';
import { Link } from './link.tsx';
import { PageHead } from './page-head.tsx';
import { PageHeading } from './page-heading.tsx';
import { paths } from './paths.ts';
import styles from './title-missing.module.css';

/** Shown instead of a title that does not exist; with `onRetry`, instead of one that failed to load. */
export function TitleMissing({ type, onRetry }: { type: JoinedMediaType; onRetry?: () => void }) {
  const { name, inSentence, area } = kinds[type];
  const listing = type === 'ebook' ? { to: paths.ebooks, label: 'All eBooks' } : area;
  const heading = onRetry ? `Failed to load ${name}` : `${name} not found`;
  return (
    <div className={`wrap ${styles.missing}`}>
      <PageHead title={heading} />
      <PageHeading>{heading}</PageHeading>
      {onRetry ? (
        <ErrorNote onRetry={onRetry}>The server did not answer.</ErrorNote>
      ) : (
        <p>Sorry, this {inSentence} could not be found. It may have been removed or the link is incorrect.</p>
      )}
      <p className={styles.next}>
        <Link {...buttonLook()} to={listing.to}>
          {listing.label}
        </Link>
        <Link {...buttonLook({ tone: 'quiet' })} to={paths.search}>
          Search
        </Link>
      </p>
    </div>
  );
}
