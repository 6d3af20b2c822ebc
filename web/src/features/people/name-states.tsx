import { buttonLook, ErrorNote, Skeleton } from '@satrangi/kit';
import { Link } from '../../lib/link.tsx';
import { PageHead } from '../../lib/page-head.tsx';
import { PageHeading } from '../../lib/page-heading.tsx';
import { paths, withQuery } from '../../lib/paths.ts';
import { isNotFound } from '../../lib/query-client.ts';
import styles from './name-states.module.css';

const loadingCards = [1, 2, 3, 4];

/** The page of a person or a series while it loads. */
export function NameWaiting({ label }: { label: string }) {
  return (
    <div className={`wrap ${styles.waiting}`} role="status" aria-label={label}>
      <Skeleton width="60%" height="4rem" />
      <div className={styles.cards}>
        {loadingCards.map((card) => (
          <Skeleton key={card} ratio="2 / 3" />
        ))}
      </div>
    </div>
  );
}

const texts = {
  person: {
    heading: 'Name not found',
    sentence: 'Nobody on our shelves has this name right now. It may be spelt another way.',
  },
  series: {
    heading: 'Series not found',
    sentence: 'No series on our shelves has this name right now. It may be spelt another way.',
  },
} as const;

/** Shown for an unknown name; with another error, instead of a page that failed to load. */
export function NameMissing({
  kind,
  name,
  error,
  onRetry,
}: {
  kind: keyof typeof texts;
  name: string;
  error: Error | null;
  onRetry: () => void;
}) {
  const { heading, sentence } = texts[kind];
  const isUnknown = isNotFound(error);
  return (
    <div className={`wrap ${styles.missing}`}>
      <PageHead title={isUnknown ? heading : name} translate={isUnknown ? undefined : 'no'} />
      <PageHeading>{isUnknown ? heading : <bdi>{name}</bdi>}</PageHeading>
      {isUnknown ? <p>{sentence}</p> : <ErrorNote onRetry={onRetry}>This page did not load.</ErrorNote>}
      {isUnknown && (
        <Link {...buttonLook()} to={withQuery(paths.search, { q: name })}>
          <span>
            Search for “<bdi>{name}</bdi>”
          </span>
        </Link>
      )}
    </div>
  );
}
