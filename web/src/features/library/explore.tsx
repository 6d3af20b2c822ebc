import { Button, ErrorNote, Field, Skeleton } from '@satrangi/kit';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { shelves } from './collection.ts';
import styles from './explore.module.css';
import { matching } from './matching.ts';
import { MediaSection } from './media-section.tsx';
import { useQuietCollection } from './use-quiet-collection.ts';

const DEBOUNCE_MS = 250;

function Sections({ typed }: { typed: string }) {
  const { answer, shown, waiting, show } = useQuietCollection();
  if (answer.isPending)
    return (
      <div role="status" aria-label="Loading digital library" className={styles.waiting}>
        {[1, 2, 3].map((place) => (
          <Skeleton key={place} height="11rem" />
        ))}
      </div>
    );
  if (!answer.data)
    return (
      <ErrorNote onRetry={() => void answer.refetch()}>Failed to load digital library content</ErrorNote>
    );

  const collection = shown ?? answer.data;
  if (shelves.every(({ key }) => collection[key].items.length === 0))
    return <p>No books available or server offline.</p>;
  const found = shelves
    .map(({ key, title }) => ({
      key,
      title,
      ...collection[key],
      items: matching(collection[key].items, typed),
    }))
    .filter(({ items }) => items.length > 0);
  return (
    <div>
      <div className={styles.news} role="status">
        {waiting > 0 && (
          <Button tone="primary" onClick={show}>
            {waiting === 1 ? '1 new title, show' : `${waiting} new titles, show`}
          </Button>
        )}
      </div>
      {found.length === 0 && <p role="status">No eBooks found matching your criteria.</p>}
      {found.map(({ key, title, items, total }) => (
        <MediaSection
          key={key}
          shelf={key}
          title={title}
          items={items}
          total={typed === '' ? total : items.length}
        />
      ))}
    </div>
  );
}

/** Everything there is to find, by kind, with a box to find it; what is looked for stands in the address. */
export function Explore() {
  const [params, setParams] = useSearchParams();
  const typed = (params.get('q') ?? '').toLowerCase().trim();
  const [text, setText] = useState(params.get('q') ?? '');
  useEffect(() => {
    const wanted = text.trim();
    const timer = setTimeout(() => {
      setParams(
        (before) => {
          if (wanted === (before.get('q') ?? '')) return before;
          const after = new URLSearchParams(before);
          if (wanted === '') after.delete('q');
          else after.set('q', wanted);
          return after;
        },
        { replace: true, preventScrollReset: true },
      );
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, setParams]);
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
