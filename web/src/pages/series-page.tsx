import type { Issue, SeriesPage as Series } from '@satrangi/contracts';
import { PERSON_LIVE_PREFIX } from '@satrangi/contracts/pure';
import { buttonLook, Skeleton, scriptProps } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { Fragment, lazy, Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { About } from '../features/people/about.tsx';
import { NameMissing, NameWaiting } from '../features/people/name-states.tsx';
import { BookCard } from '../lib/book-card.tsx';
import { itemLivePrefixes } from '../lib/item-live-prefixes.ts';
import { KindCounts } from '../lib/kind-counts.tsx';
import { Link } from '../lib/link.tsx';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import { paths } from '../lib/paths.ts';
import { peopleQueries } from '../lib/people-queries.ts';
import { isNotFound } from '../lib/query-client.ts';
import { useLiveReload } from '../lib/use-live-reload.ts';
import styles from './person-page.module.css';

const WideTitle = lazy(async () => ({
  default: (await import('../features/people/wide-title.tsx')).WideTitle,
}));
const MoreTitles = lazy(async () => ({
  default: (await import('../features/people/more-titles.tsx')).MoreTitles,
}));

const livePrefixes = [PERSON_LIVE_PREFIX, ...itemLivePrefixes];

const noteOf = ({ issueNumber, year }: Issue): string =>
  [`Issue ${issueNumber}`, year ?? ''].filter((part) => part !== '').join(', ');

/** The people of a series, each once. */
function By({ issues }: { issues: Series['issues'] }) {
  const names = [...new Set(issues.map(({ creator }) => creator))].filter((name) => name !== '');
  return names.map((name, position) => (
    <Fragment key={name}>
      {position === 0 ? ', by ' : ', '}
      <Link to={paths.person(name)} {...scriptProps(name)}>
        {name}
      </Link>
    </Fragment>
  ));
}

/** The issues from the first to the latest; a few with the beginning of their description. */
function Issues({ issues }: { issues: Series['issues'] }) {
  const isWide = issues.every(({ opening }) => opening !== undefined);
  return (
    <section aria-labelledby="issues-h" className={styles.role}>
      <h2 id="issues-h">In order</h2>
      <ol className={isWide ? styles.wide : styles.grid}>
        {issues.map((issue) => (
          <li key={issue._id}>
            {isWide ? (
              <Suspense fallback={<Skeleton height="21rem" />}>
                <WideTitle work={issue} by={null} isLarge={issues.length === 1} />
              </Suspense>
            ) : (
              <BookCard item={issue} note={noteOf(issue)} />
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** `/series/{name}`: what a series is, and its issues from the first to the latest. */
export function SeriesPage() {
  const { id = '' } = useParams();
  const page = useQuery(peopleQueries.series(id));
  useLiveReload(livePrefixes, () => void page.refetch());
  if (page.isPending) return <NameWaiting label="Loading the series" />;
  if (!page.data || isNotFound(page.error))
    return <NameMissing kind="series" name={id} error={page.error} onRetry={() => void page.refetch()} />;
  const { name, about, issues } = page.data;
  const [first] = issues;
  const latest = issues.at(-1);
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead
        title={name}
        translate="no"
        description={about?.text ?? `Every issue of ${name}, in order.`}
      />
      <header className={styles.head}>
        <PageHeading {...scriptProps(name)}>{name}</PageHeading>
        <p>
          <KindCounts items={issues} />
          <By issues={issues} />
        </p>
        {about && <About {...about} />}
        {first && (
          <Link {...buttonLook({ tone: 'primary' })} to={paths.media(first.mediaType, first._id)}>
            Start with issue {first.issueNumber}
          </Link>
        )}
      </header>
      <Issues issues={issues} />
      {latest && (
        <Suspense>
          <MoreTitles from={latest} except={new Set(issues.map(({ _id }) => _id))} />
        </Suspense>
      )}
    </div>
  );
}
