import type { EditorItem } from '@satrangi/contracts';
import { type CsvColumn, saveCsv } from '../../lib/csv.ts';
import { kindNamed } from './media-calls.ts';
import { type ListAddress, matchingMedia } from './media-query.ts';

const columns: readonly CsvColumn<EditorItem>[] = [
  { head: 'ID', cell: ({ _id }) => _id },
  { head: 'Title', cell: ({ title }) => title },
  { head: 'Creator', cell: ({ creator }) => creator },
  { head: 'Type', cell: ({ mediaType }) => kindNamed(mediaType).label },
  { head: 'Price INR', cell: ({ priceINR }) => priceINR },
  { head: 'Price USD', cell: ({ priceUSD }) => priceUSD },
  { head: 'Location', cell: ({ page }) => page },
  { head: 'Language', cell: ({ language }) => language },
  { head: 'Drive state', cell: ({ driveState }) => driveState },
  { head: 'For sale', cell: ({ isForSale }) => (isForSale ? 'yes' : 'no') },
  { head: 'Featured', cell: ({ featured }) => (featured ? 'yes' : 'no') },
  { head: 'Created', cell: ({ createdAt }) => createdAt },
];

/** Saves items as a CSV file. */
export const exportItems = (items: readonly EditorItem[]): Promise<void> => saveCsv('media', items, columns);

/** Saves every item of an address as a CSV file, in its order. */
export const exportAllItems = async (address: ListAddress): Promise<void> => {
  const { readPage } = matchingMedia(address, address.sort);
  const all: EditorItem[] = [];
  for (let page = 0; ; page += 1) {
    const items = await readPage(page);
    all.push(...items);
    // a page may be short: an item that was just deleted is left out of it
    if (items.length === 0) return exportItems(all);
  }
};
