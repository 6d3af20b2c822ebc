import { useLayoutEffect } from 'react';
import { FilterBar } from '../../lib/media-search/filter-bar.tsx';
import { chipsOf, readSearch, writeSearch } from '../../lib/media-search/filters.ts';
import { KindResults } from '../../lib/media-search/kind-results.tsx';
import { useAddressSearch } from '../../lib/use-address-search.ts';

const PAGE = 'Digital Library';

/**
 * The filters of the digital library and what they choose, by kind. Each filter is a step of the history: Back undoes one.
 * @param onChosen called with whether a filter is chosen: the page shows its own sections without one
 */
export function FilteredCollection({ onChosen }: { onChosen: (isChosen: boolean) => void }) {
  const [search, change] = useAddressSearch(readSearch, writeSearch);
  const isChosen = chipsOf(search).length > 0;
  useLayoutEffect(() => onChosen(isChosen), [onChosen, isChosen]);
  return (
    <>
      <FilterBar search={search} page={PAGE} onChange={change} />
      {isChosen && <KindResults search={search} page={PAGE} level="h3" onChange={change} />}
    </>
  );
}
