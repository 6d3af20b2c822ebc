import type { CuratedPage } from '@satrangi/contracts';
import { buttonLook, ErrorNote, Skeleton, scriptProps } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { NameWaiting } from '../features/people/name-states.tsx';
import { curatedLivePrefixes, curatedQueries } from '../lib/curated-queries.ts';
import { KindCounts } from '../lib/kind-counts.tsx';
import { Link } from '../lib/link.tsx';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import { paths } from '../lib/paths.ts';
import { isNotFound } from '../lib/query-client.ts';
import { useLiveReload } from '../lib/use-live-reload.ts';
import styles from './collection-page.module.css';
import person from './person-page.module.css';

/** Covers and cards. Requested with the page, so that they arrive while its answer does; a failure is that of their first use. */
const loadShelf = () => import('../lib/curated-shelf.tsx');
loadShelf().catch(() => undefined);
const CuratedTitles = lazy(async () => ({ default: (await loadShelf()).CuratedTitles }));
const CollectionSpines = lazy(async () => ({
  default: (await import('../features/collection/collection-spines.tsx')).CollectionSpines,
}));
const CuratedShelf = lazy(async () => ({ default: (await loadShelf()).CuratedShelf }));

/** Shown for an unknown collection; with another error, instead of a page that failed to load. */
function Missing({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const isUnknown = isNotFound(error);
  const heading = isUnknown ? 'Collection not found' : 'Collection';
  return (
    <div className={`wrap ${person.page}`}>
      <PageHead title={heading} />
      <div className={`${person.head} ${styles.head}`}>
        <PageHeading>{heading}</PageHeading>
        {isUnknown ? (
          <p>There is no collection at this address right now.</p>
        ) : (
          <ErrorNote onRetry={onRetry}>This page did not load.</ErrorNote>
        )}
        <Link {...buttonLook()} to={paths.collections}>
          All collections
        </Link>
      </div>
    </div>
  );
}

function Others({ others }: Pick<CuratedPage, 'others'>) {
  if (others.length === 0) return null;
  return (
    <nav className={styles.others} aria-labelledby="others-h">
      <h2 id="others-h">More collections</h2>
      <ul>
        {others.map(({ slug, name }) => (
          <li key={slug}>
            <Link to={paths.collectionOf(slug)} {...scriptProps(name)}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** `/collections/{slug}`: the titles of a collection in the order of the editors, each with its reason. */
export function CollectionPage() {
  const { id = '' } = useParams();
  const page = useQuery(curatedQueries.one(id));
  useLiveReload(curatedLivePrefixes, () => void page.refetch());
  if (page.isPending) return <NameWaiting label="Loading the collection" />;
  if (!page.data || isNotFound(page.error))
    return <Missing error={page.error} onRetry={() => void page.refetch()} />;
  const { name, sentence, isStaffPicks, items, others } = page.data;
  return (
    <div className={`wrap ${person.page}`}>
      <PageHead title={name} translate="no" description={sentence} />
      <header className={`${person.head} ${styles.head}`}>
        <p className={styles.kind}>
          <Link to={paths.collections}>Collections</Link>
        </p>
        <PageHeading {...scriptProps(name)}>{name}</PageHeading>
        <p {...scriptProps(sentence)}>{sentence}</p>
        <p className={styles.count}>
          <KindCounts items={items} />
          <span>{isStaffPicks ? ', chosen by the people who work here' : ', chosen by our editors'}</span>
        </p>
        <div className={styles.spines} aria-hidden="true">
          <Suspense>
            <CollectionSpines items={items} />
          </Suspense>
        </div>
      </header>
      <Suspense fallback={<Skeleton height="40rem" />}>
        <CuratedTitles items={items} />
      </Suspense>
      <Others others={others} />
    </div>
  );
}

const DESCRIPTION = 'Titles that belong together, chosen by our editors.';

/** `/collections`: every published collection with its first titles. */
export function CollectionsPage() {
  const list = useQuery(curatedQueries.all());
  useLiveReload(curatedLivePrefixes, () => void list.refetch());
  if (list.isPending) return <NameWaiting label="Loading the collections" />;
  return (
    <div className={`wrap ${person.page}`}>
      <PageHead title="Collections" description={DESCRIPTION} />
      <header className={`${person.head} ${styles.head}`}>
        <PageHeading>Collections</PageHeading>
        <p>{DESCRIPTION}</p>
      </header>
      {list.isError && !list.data && (
        <ErrorNote onRetry={() => void list.refetch()}>The collections did not load.</ErrorNote>
      )}
      {list.data?.items.length === 0 && (
        <div className={`${person.head} ${styles.head}`}>
          <p>There are no collections right now.</p>
          <Link {...buttonLook()} to={paths.library}>
            The digital library
          </Link>
        </div>
      )}
      <Suspense fallback={<Skeleton height="21rem" />}>
        {list.data?.items.map((shelf) => (
          <CuratedShelf key={shelf.slug} shelf={shelf} />
        ))}
      </Suspense>
    </div>
  );
}
