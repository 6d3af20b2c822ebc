import { Button, ErrorNote } from '@satrangi/kit';
import { useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import { csvName, saveFile } from '../../lib/csv.ts';
import { counted } from '../../lib/format.ts';
import { messageOf } from '../../lib/http.ts';
import styles from './virtual-runs.module.css';

const SYNC_FAILED = 'Sync failed';

/** Writing registrations to the spreadsheet, and saving them as CSV (checklist ADM-26, ADM-45). */
export const useExports = () => {
  const [busy, setBusy] = useState<'sync' | 'csv' | null>(null);
  const [failure, setFailure] = useState('');
  const [done, setDone] = useState('');
  const isRunning = useRef(false);
  const run = async (which: 'sync' | 'csv', act: () => Promise<string>, sentence: (e: unknown) => string) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(which);
    setFailure('');
    setDone('');
    try {
      setDone(await act());
    } catch (error) {
      setFailure(sentence(error));
    } finally {
      isRunning.current = false;
      setBusy(null);
    }
  };
  const sync = (): void =>
    void run(
      'sync',
      async () => {
        const { count } = await api['virtual-run'].syncRegistrations();
        return `Synced ${counted(count, 'registration')}`;
      },
      () => SYNC_FAILED,
    );
  const download = (): void =>
    void run(
      'csv',
      async () => {
        const response = await api['virtual-run'].downloadRegistrations();
        saveFile(await response.blob(), csvName('registrations'));
        return '';
      },
      (error) => messageOf(error) || 'The file could not be loaded.',
    );
  return { busy, failure, done, sync, download } as const;
};

type Exports = ReturnType<typeof useExports>;

export function ExportButtons({ exports: { busy, sync, download } }: { exports: Exports }) {
  return (
    <>
      <Button size="s" disabled={busy !== null} onClick={sync}>
        {busy === 'sync' ? 'Syncing …' : 'Sync to the spreadsheet'}
      </Button>
      <Button size="s" disabled={busy !== null} onClick={download}>
        {busy === 'csv' ? 'Loading …' : 'Export CSV'}
      </Button>
    </>
  );
}

/** How the last export ended. A sync that failed offers the file instead. */
export function ExportOutcome({ exports: { failure, done, download } }: { exports: Exports }) {
  return (
    <>
      <p role="status" className={done ? styles.done : 'vh'}>
        {done}
      </p>
      {failure && (
        <div className={styles.outcome}>
          <ErrorNote>{failure}</ErrorNote>
          {failure === SYNC_FAILED && (
            <Button size="s" onClick={download}>
              Save as CSV instead
            </Button>
          )}
        </div>
      )}
    </>
  );
}
