import type { EditorItem } from '@satrangi/contracts';
import { CsvButton } from '../../lib/exports.tsx';
import type { ListAddress } from './media-query.ts';

/** Saves items as a CSV file. */
export const exportItems = async (items: readonly EditorItem[]): Promise<void> =>
  (await import('./export-items.ts')).exportItems(items);

/** Every item of the present filters as a CSV file. */
export function ExportButton({ address }: { address: ListAddress }) {
  return <CsvButton write={async () => (await import('./export-items.ts')).exportAllItems(address)} />;
}
