import { mediaTypes } from '@satrangi/contracts/pure';
import { useAddress } from '../../lib/address.ts';
import { Picker } from '../../lib/picker.tsx';
import { SearchBox } from '../../lib/search-box.tsx';
import { Filters } from '../../lib/views.tsx';
import { readListAddress } from './media-query.ts';

export const pickerNames = ['type', 'collection', 'price'];

/** The pickers and the search of the list, which change its address. */
export function MediaFilters() {
  const { get, change } = useAddress();
  const picker = (name: string, label: string, options: readonly (readonly [string, string])[]) => (
    <Picker
      label={label}
      value={get(name)}
      options={[['', 'All'], ...options]}
      onPick={(value) => change({ [name]: value })}
    />
  );
  const { view } = readListAddress(get);
  const isOfKind = mediaTypes.some(({ stored }) => stored === view);
  return (
    <Filters
      names={pickerNames}
      search={
        <SearchBox label="Search title, creator, ID" value={get('q')} onSearch={(q) => change({ q })} />
      }
    >
      {!isOfKind &&
        picker(
          'type',
          'Type',
          mediaTypes.map(({ stored, label }) => [stored, label]),
        )}
      {picker('collection', 'Collection', [
        ['digital-library', 'Library'],
        ['archives', 'Archives'],
      ])}
      {picker('price', 'Price', [
        ['free', 'Free'],
        ['paid', 'Not free'],
      ])}
    </Filters>
  );
}
