import type { SearchFacets } from '@satrangi/contracts';
import { Button } from '@satrangi/kit';
import { countText } from './count-text.ts';
import { chipsOf, type FilterName, type MediaSearch } from './filters.ts';

type Without = readonly { readonly filter: keyof SearchFacets; readonly total: number }[];

const nameOf = (filter: keyof SearchFacets): FilterName => {
  if (filter === 'mediaType') return 'kind';
  return filter === 'maxPriceINR' ? 'price' : filter;
};

/** Offers to remove the filter that leaves out most; nothing when no single one does. */
export function WidenSearch({
  search,
  total,
  without,
  onChange,
}: {
  search: MediaSearch;
  /** Results with all filters. */
  total: number;
  without: Without;
  onChange: (search: MediaSearch) => void;
}) {
  const chips = chipsOf(search);
  const widest = without.reduce<Without[number] | undefined>(
    (most, each) => (each.total > (most?.total ?? total) ? each : most),
    undefined,
  );
  const chip = widest && chips.find(({ name }) => name === nameOf(widest.filter));
  // A single filter without words is what was asked for.
  if (!chip || (!search.q && chips.length === 1)) return null;
  return (
    <Button size="s" onClick={() => onChange(chip.without)}>
      <span>
        Remove “<bdi>{chip.label}</bdi>” to see {countText(widest.total)}
      </span>
    </Button>
  );
}
