import type { MediaId, SuggestedItem } from '@satrangi/contracts';
import { Button, ErrorNote, scriptProps } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import rows from '../../lib/row-list.module.css';
import { SearchBox } from '../../lib/search-box.tsx';
import { collectionTexts, titlesQuery } from './collection-queries.ts';
import styles from './collections.module.css';
import { titleFacts } from './title-facts.ts';

type Props = {
  chosen: readonly MediaId[];
  onAdd: (item: SuggestedItem) => void;
};

/** Searches the shelves, and adds what is chosen. */
export function TitleSearch({ chosen, onAdd }: Props) {
  const [words, setWords] = useState('');
  const found = useQuery(titlesQuery(words));
  return (
    // Enter searches; it does not save the form around it
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps a key from the form
    <div
      className={styles.search}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
      }}
    >
      <SearchBox label="Search a title to add" value={words} onSearch={setWords} />
      {found.isError && (
        <ErrorNote onRetry={() => void found.refetch()}>{collectionTexts.searchFailed}</ErrorNote>
      )}
      <p role="status" className="muted">
        {found.data?.items.length === 0 && 'No title fits these words.'}
      </p>
      {words !== '' && found.data && (
        <ul className={rows.list} aria-label="Found titles">
          {found.data.items.map((item) => {
            const isChosen = chosen.includes(item._id);
            return (
              <li key={item._id} className={`${rows.row} ${styles.found}`}>
                <p>
                  <b {...scriptProps(item.title, item.language)}>{item.title}</b>
                  <small>{titleFacts(item)}</small>
                </p>
                <Button
                  size="s"
                  aria-label={isChosen ? `${item.title} is added` : `Add ${item.title}`}
                  aria-disabled={isChosen}
                  onClick={() => isChosen || onAdd(item)}
                >
                  {isChosen ? 'Added' : 'Add'}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
