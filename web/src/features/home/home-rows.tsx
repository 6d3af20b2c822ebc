import type { SearchCard } from '@satrangi/contracts';
import { Skeleton } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { BookCard } from '../../lib/book-card.tsx';
import { languageName } from '../../lib/language-name.ts';
import { Link } from '../../lib/link.tsx';
import { type MediaSearch, searchPath } from '../../lib/media-search/filters.ts';
import { searchQueries } from '../../lib/media-search/search-queries.ts';
import { Section } from '../../lib/section.tsx';
import row from '../../lib/shelf-row.module.css';
import { useIsNear } from '../../lib/use-is-near.ts';
import styles from './home-rows.module.css';
import { mixKinds, ROW_LENGTH } from './mix-kinds.ts';

type Row = { readonly title: string; readonly more: string; readonly search: MediaSearch };

const newest: Row = { title: 'New in every kind', more: 'All titles', search: {} };
const rows: readonly Row[] = [
  { title: 'Under half an hour', more: 'All short ones', search: { length: 'short' } },
  { title: 'Free for everyone', more: 'All free ones', search: { free: '1' } },
];

function Cards({ items }: { items: readonly SearchCard[] }) {
  return (
    <ul className={row.list}>
      {items.map((item) => (
        <li key={item._id}>
          <BookCard item={item} />
        </li>
      ))}
    </ul>
  );
}

/** The room of titles that are not there yet. A skeleton is a wait: before the request nothing waits. */
function Room({ height, isRequested }: { height: string; isRequested: boolean }) {
  return isRequested ? <Skeleton height={height} /> : <div style={{ height }} />;
}

/** One row of titles from every kind; left out when there is none or it cannot be loaded. */
function TitleRow({ title, more, search, from, isNear }: Row & { from: number; isNear: boolean }) {
  const found = useQuery({ ...searchQueries.byKind(search), enabled: isNear });
  if (found.data ? found.data.total === 0 : found.isError) return null;
  return (
    <Section title={title} more={{ to: searchPath(search), label: more }} tight>
      {found.data ? (
        <Cards items={mixKinds(found.data.kinds, from)} />
      ) : (
        <Room height="21rem" isRequested={isNear} />
      )}
    </Section>
  );
}

/** The languages of the catalog, the most frequent first. */
function Languages({ isNear }: { isNear: boolean }) {
  const found = useQuery({ ...searchQueries.byKind(newest.search), enabled: isNear });
  const languages = found.data?.facets.language ?? [];
  if (found.data ? languages.length < 2 : found.isError) return null;
  return (
    <Section title="In your language" tight>
      {found.data ? (
        <ul className={styles.languages}>
          {languages.map(({ value, count }) => (
            <li key={value}>
              <Link to={searchPath({ language: value })}>
                {languageName(value)} <span className="muted num">{count}</span>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <Room height={`${ROW_LENGTH / 2}rem`} isRequested={isNear} />
      )}
    </Section>
  );
}

/** Titles by kind, length, price and language. Requested when they come near the window. */
export function HomeRows() {
  const { ref, isNear } = useIsNear();
  return (
    <div ref={ref}>
      <TitleRow {...newest} from={0} isNear={isNear} />
      {rows.map((each, index) => (
        <TitleRow key={each.title} {...each} from={index + 1} isNear={isNear} />
      ))}
      <Languages isNear={isNear} />
    </div>
  );
}
