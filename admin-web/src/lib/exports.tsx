import { Button, ErrorNote } from '@satrangi/kit';
import { saveFile } from '@satrangi/kit/browser/save-file';
import { useMutation } from '@tanstack/react-query';
import { csvName } from './csv.ts';
import styles from './exports.module.css';
import { counted } from './format.ts';

/** Saves the CSV file of a call of a service. */
export const saveAnswer = async (tab: string, answer: Promise<Response>): Promise<void> =>
  saveFile(await (await answer).blob(), csvName(tab));

const useCsv = (write: () => Promise<void>) => useMutation({ mutationFn: write });
type Csv = ReturnType<typeof useCsv>;

function CsvParts({ csv: { isPending, isError, mutate } }: { csv: Csv }) {
  return (
    <>
      {isError && <ErrorNote onRetry={() => mutate()}>Failed to write the CSV</ErrorNote>}
      <Button size="s" disabled={isPending} onClick={() => mutate()}>
        {isPending ? 'Writing CSV …' : 'Export CSV'}
      </Button>
    </>
  );
}

/** Writes a list as a CSV file. */
export function CsvButton({ write }: { write: () => Promise<void> }) {
  return <CsvParts csv={useCsv(write)} />;
}

type Props = {
  /** What a row is: `order`. */
  noun: string;
  sync: () => Promise<{ readonly count: number }>;
  write: () => Promise<void>;
};

/**
 * Writes all rows to the spreadsheet, or as a CSV file. A sync that failed offers the file instead (checklist ADM-17,
 * ADM-26, ADM-43, ADM-45).
 */
export function SheetTools({ noun, sync, write }: Props) {
  const csv = useCsv(write);
  const sheet = useMutation({ mutationFn: sync });
  return (
    <>
      <CsvParts csv={csv} />
      <Button size="s" disabled={sheet.isPending} onClick={() => sheet.mutate()}>
        {sheet.isPending ? 'Syncing …' : 'Sync'}
      </Button>
      <p role="status" className={styles.done}>
        {sheet.isSuccess && `Synced ${counted(sheet.data.count, noun)}`}
      </p>
      {sheet.isError && (
        <div className={styles.failed}>
          <ErrorNote>Sync failed</ErrorNote>
          <Button size="s" disabled={csv.isPending} onClick={() => csv.mutate()}>
            Save as CSV instead
          </Button>
        </div>
      )}
    </>
  );
}
