import type { EditorItem } from '@satrangi/contracts';
import { type CsvColumn, saveCsv } from '../../lib/csv.ts';
import { CsvButton } from '../../lib/exports.tsx';
import { kindNamed } from './media-calls.ts';
import { type ListAddress, readAllItems } from './media-query.ts';

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

export const exportItems = (items: readonly EditorItem[]): Promise<void> => saveCsv('media', items, columns);

/** Every item of the present filters as a CSV file. */
export function ExportButton({ address }: { address: ListAddress }) {
  return <CsvButton write={async () => exportItems(await readAllItems(address))} />;
}
