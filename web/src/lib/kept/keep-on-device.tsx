import type { MediaItem } from '@satrangi/contracts';
import { Button, Dialog, Failure } from '@satrangi/kit';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from '../link.tsx';
import { fileKindOf } from '../media-files.ts';
import { paths } from '../paths.ts';
import { bytesText } from '../sizes.ts';
import styles from './keep-on-device.module.css';
import { KEPT_DAYS, keep } from './keep-title.ts';
import { canKeep, eraseTitle, keptTitles, shellBytes } from './kept-titles.ts';

/** The kept titles of this device. */
export const keptQuery = () =>
  queryOptions({ queryKey: ['kept'], queryFn: keptTitles, staleTime: 0, enabled: canKeep() });

const FAILED = 'It could not be kept. Please check your connection and the room on this device.';

function Confirmation({ item, onClose }: { item: MediaItem; onClose: () => void }) {
  const client = useQueryClient();
  const shell = useQuery({ queryKey: ['kept', 'shell'], queryFn: shellBytes, staleTime: 0 });
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const start = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setFailed(false);
    try {
      await keep(item);
      await client.invalidateQueries({ queryKey: ['kept'] });
      onClose();
    } catch {
      setFailed(true);
      setBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} title="Keep on this device">
      <div className={styles.confirmation}>
        <p>
          You can {fileKindOf(item.mediaType) === 'audio' ? 'listen to' : 'read'} it for {KEPT_DAYS} days
          without a connection. It takes{' '}
          <b className="num">{bytesText((item.fileBytes ?? 0) + (shell.data ?? 0))}</b> on this device.
        </p>
        <p>
          Whoever uses this browser can see that it is here. Logging out and Exit delete it, and so does a
          press on its page.
        </p>
        <Failure>{hasFailed ? FAILED : undefined}</Failure>
        <Button tone="primary" wide aria-disabled={isBusy} onClick={() => void start()}>
          {isBusy ? 'Loading…' : 'Keep it'}
        </Button>
        <Button wide onClick={onClose}>
          Not now
        </Button>
      </div>
    </Dialog>
  );
}

/** Keeps a title on this device to read or hear it without a connection, or deletes it there. */
export function KeepOnDevice({ item }: { item: MediaItem }) {
  const client = useQueryClient();
  const kept = useQuery(keptQuery());
  const [isConfirming, setConfirming] = useState(false);
  if (!canKeep() || kept.isPending) return null;
  const isKept = kept.data?.some(({ id }) => id === item._id) ?? false;
  const remove = async (): Promise<void> => {
    await eraseTitle(item._id);
    await client.invalidateQueries({ queryKey: ['kept'] });
  };
  return (
    <>
      <Button
        wide
        tone="quiet"
        aria-pressed={isKept}
        onClick={() => (isKept ? void remove() : setConfirming(true))}
      >
        {isKept ? 'Kept on this device' : 'Keep on this device'}
      </Button>
      <p className={styles.note} role="status">
        {isKept && <Link to={paths.kept}>See what is on this device</Link>}
      </p>
      {isConfirming && <Confirmation item={item} onClose={() => setConfirming(false)} />}
    </>
  );
}
