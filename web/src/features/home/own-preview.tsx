import { ErrorNote, Skeleton } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import list from '../../lib/card-list.module.css';
import { libraryQueries } from '../../lib/catalog-queries.ts';
import { useMarkInView } from '../../lib/mark-in-view.ts';
import { OwnedCard } from '../../lib/owned-card.tsx';
import { paths } from '../../lib/paths.ts';
import { Section } from '../../lib/section.tsx';
import styles from './own-preview.module.css';
import { previewCards } from './preview-entries.ts';

function Cards() {
  const entries = useQuery(libraryQueries.entries());
  const begun = useQuery(libraryQueries.progressList());
  if (entries.isPending || begun.isPending)
    return (
      <div role="status">
        <span className="vh">Loading your library...</span>
        <Skeleton height="12rem" />
      </div>
    );
  if (!entries.data)
    return <ErrorNote onRetry={() => void entries.refetch()}>Failed to load library</ErrorNote>;
  const cards = previewCards(entries.data, begun.data ?? []);
  if (cards.length === 0) return <p>You have not added any media to your library yet.</p>;
  return (
    <ul className={`${list.list} ${styles.row}`}>
      {cards.map(({ key, ...card }) => (
        <li key={key}>
          <OwnedCard {...card} />
        </li>
      ))}
    </ul>
  );
}

/** What a logged-in reader has begun, then the newest titles of the library. */
export function OwnPreview() {
  const room = useRef<HTMLDivElement>(null);
  useMarkInView(room, 'data-action-in-view');
  return (
    <Section title="Pick up where you left off" more={{ to: paths.library, label: 'My Library' }}>
      <div ref={room} className={styles.room}>
        <Cards />
      </div>
    </Section>
  );
}
