import type { EditorItem } from '@satrangi/contracts';
import { api } from '../../lib/api.ts';
import { type CsvColumn, saveCsv } from '../../lib/csv.ts';
import { kindNamed } from './media-calls.ts';
import { type ListAddress, queryOf } from './media-query.ts';

/** Rows of one call. */
const EXPORT_SIZE = 100;

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

/** Saves every item of the filters of an address as a CSV file. */
export const exportAllItems = async (address: ListAddress): Promise<void> => {
  const all: EditorItem[] = [];
  for (let offset = 0; ; offset += EXPORT_SIZE) {
    const query = { ...queryOf(address), limit: EXPORT_SIZE, offset };
    const { items, total } = await api.catalog.listEditorMedia({ query });
    all.push(...items);
    if (items.length === 0 || all.length >= total) return exportItems(all);
  }
};
