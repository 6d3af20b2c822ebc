import { ErrorNote, Field, Skeleton } from '@satrangi/kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { collectionQuery } from './collection.ts';
import styles from './explore.module.css';
import { matching } from './matching.ts';
import { MediaSection } from './media-section.tsx';
import { useLiveReload } from './use-live-reload.ts';

const DEBOUNCE_MS = 250;

function Sections({ typed }: { typed: string }) {
  const collection = useQuery(collectionQuery());
  const client = useQueryClient();
  useLiveReload(() => void client.invalidateQueries({ queryKey: collectionQuery().queryKey }));

  if (collection.isPending)
    return (
      <div role="status" aria-label="Loading digital library" className={styles.waiting}>
        {[1, 2, 3].map((place) => (
          <Skeleton key={place} height="11rem" />
        ))}
      </div>
    );
  if (!collection.data)
    return <ErrorNote onRetry={collection.refetch}>Failed to load digital library content</ErrorNote>;

  const { free, ebooks, total } = collection.data;
  if (free.length === 0 && ebooks.length === 0) return <p>No books available or server offline.</p>;
  const [foundFree, found] = [matching(free, typed), matching(ebooks, typed)];
  if (foundFree.length === 0 && found.length === 0)
    return <p role="status">No eBooks found matching your criteria.</p>;
  return (
    <div>
      {foundFree.length > 0 && <MediaSection title="Free eBooks (Open Access)" items={foundFree} />}
      {found.length > 0 && (
        <MediaSection title="eBooks" items={found} total={typed === '' ? total : found.length} />
      )}
    </div>
  );
}

/** Everything there is to find, by kind, with a box to find it. */
export function Explore() {
  const [text, setText] = useState('');
  const [typed, setTyped] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setTyped(text.toLowerCase().trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <>
      <search className={styles.search}>
        <Field
          type="search"
          label="Find in the collection"
          placeholder="Title or author"
          autoComplete="off"
          spellCheck={false}
          maxLength={120}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </search>
      <Sections typed={typed} />
    </>
  );
}
