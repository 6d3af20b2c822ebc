import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { FilterBar } from '../../lib/media-search/filter-bar.tsx';
import { chipsOf, type MediaSearch, readSearch, writeSearch } from '../../lib/media-search/filters.ts';
import { KindResults } from '../../lib/media-search/kind-results.tsx';

const PAGE = 'Digital Library';

/**
 * The filters of the digital library and what they choose, by kind; without a filter the children. Each filter is a step of
 * the history: Back undoes one.
 */
export function FilteredCollection({ children }: { children: ReactNode }) {
  const [params, setParams] = useSearchParams();
  const search = readSearch(params);
  const change = (next: MediaSearch): void => setParams(writeSearch(next), { preventScrollReset: true });
  return (
    <>
      <FilterBar search={search} page={PAGE} onChange={change} />
      {chipsOf(search).length > 0 ? (
        <KindResults search={search} page={PAGE} level="h3" onChange={change} />
      ) : (
        children
      )}
    </>
  );
}
