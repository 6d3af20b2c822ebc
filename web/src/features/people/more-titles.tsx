import type { Work } from '@satrangi/contracts';
import { arrowRightIcon, ErrorNote, Icon, Skeleton } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { BookCard } from '../../lib/book-card.tsx';
import { curatedLivePrefixes } from '../../lib/curated-queries.ts';
import { kinds } from '../../lib/kinds.ts';
import { Link } from '../../lib/link.tsx';
import { peopleQueries } from '../../lib/people-queries.ts';
import { Reason } from '../../lib/related-reason.tsx';
import row from '../../lib/shelf-row.module.css';
import { useLiveReload } from '../../lib/use-live-reload.ts';
import styles from './more-titles.module.css';

/** Titles that go with the newest one of a person or a series, each with its reason, without those of the page; and the way to all others, alone when there are none. */
export function MoreTitles({ from, except }: { from: Work; except: ReadonlySet<string> }) {
  const related = useQuery(peopleQueries.related(from._id));
  useLiveReload(curatedLivePrefixes, () => void related.refetch());
  const { area } = kinds[from.mediaType];
  const items = related.data?.items.filter(({ _id }) => !except.has(_id)) ?? [];
  const wayToAll = (
    <p className={styles.area}>
      <Link to={area.to}>
        {area.label} <Icon shape={arrowRightIcon} size="s" />
      </Link>
    </p>
  );
  if (related.data && items.length === 0) return wayToAll;
  return (
    <section aria-labelledby="more-h" className={styles.section}>
      <h2 id="more-h">You may also like</h2>
      {related.isPending && (
        <div role="status" aria-label="Loading titles that you may also like">
          <Skeleton height="18rem" />
        </div>
      )}
      {related.isError && !related.data && (
        <ErrorNote onRetry={() => void related.refetch()}>These titles did not load.</ErrorNote>
      )}
      {items.length > 0 && (
        <ul className={row.list}>
          {items.map(({ reason, ...card }) => (
            <li key={card._id}>
              <BookCard item={card} note={<Reason reason={reason} />} />
            </li>
          ))}
        </ul>
      )}
      {wayToAll}
    </section>
  );
}
