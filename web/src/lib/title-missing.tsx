import type { JoinedMediaType } from '@satrangi/contracts';
import { buttonLook, ErrorNote } from '@satrangi/kit';
import { kinds } from './kinds.ts';
import { Link } from './link.tsx';
import { PageHead } from './page-head.tsx';
import { PageHeading } from './page-heading.tsx';
import { paths } from './paths.ts';
import styles from './title-missing.module.css';

/** Instead of a title that is not there; with `onRetry`, instead of one that the server did not answer for. */
export function TitleMissing({ type, onRetry }: { type: JoinedMediaType; onRetry?: () => void }) {
  const { name, inside, area } = kinds[type];
  const others = type === 'ebook' ? { to: paths.ebooks, label: 'All eBooks' } : area;
  const heading = onRetry ? `Failed to load ${name}` : `${name} not found`;
  return (
    <div className={`wrap ${styles.missing}`}>
      <PageHead title={heading} />
      <PageHeading>{heading}</PageHeading>
      {onRetry ? (
        <ErrorNote onRetry={onRetry}>The server did not answer.</ErrorNote>
      ) : (
        <p>Sorry, this {inside} could not be found. It may have been removed or the link is incorrect.</p>
      )}
      <Link {...buttonLook()} to={others.to}>
        {others.label}
      </Link>
    </div>
  );
}
