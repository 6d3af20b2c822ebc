import type { MediaItem } from '@satrangi/contracts';
import { Button, Failure } from '@satrangi/kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from '../link.tsx';
import { paths } from '../paths.ts';
import { bytesText } from '../sizes.ts';
import styles from './keep-on-device.module.css';
import { KEPT_DAYS, keep } from './keep-title.ts';
import { keptQuery } from './kept-query.ts';
import { canKeep, eraseTitle, shellBytes } from './kept-titles.ts';

const FAILED = 'It could not be kept. Please check your connection and the room on this device.';

/**
 * Keeps a title on this device to read or hear it without a connection, or deletes it there. Its size and who can see it
 * stand below the button before the press, so that one press is enough, and another one takes it back.
 */
export function KeepOnDevice({ item }: { item: MediaItem }) {
  const client = useQueryClient();
  const noteId = useId();
  const kept = useQuery(keptQuery());
  const shell = useQuery({
    queryKey: ['kept', 'shell'],
    queryFn: shellBytes,
    staleTime: 0,
    retry: false,
    enabled: canKeep(),
  });
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  if (!canKeep() || kept.isPending || shell.isPending) return null;
  const isKept = kept.data?.some(({ id }) => id === item._id) ?? false;
  const change = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setFailed(false);
    try {
      await (isKept ? eraseTitle(item._id) : keep(item));
    } catch {
      setFailed(true);
    }
    await client.invalidateQueries({ queryKey: ['kept'] });
    setBusy(false);
  };
  return (
    <>
      <Button
        wide
        tone="quiet"
        aria-pressed={isKept}
        aria-disabled={isBusy}
        aria-describedby={noteId}
        onClick={() => void change()}
      >
        {isBusy ? 'Loading…' : isKept ? 'Kept on this device' : 'Keep on this device'}
      </Button>
      <p id={noteId} className={styles.note}>
        {!isKept && (
          <span>
            It takes <b className="num">{bytesText((item.fileBytes ?? 0) + (shell.data ?? 0))}</b> and opens
            for {KEPT_DAYS} days without a connection.
          </span>
        )}{' '}
        {!isKept && Boolean(shell.data) && (
          <span>
            Of this, <b className="num">{bytesText(shell.data ?? 0)}</b> is kept once for all titles.
          </span>
        )}{' '}
        <span>
          Anyone who uses this browser can see that it is here. Logging out, Exit or a second press deletes
          it.
        </span>
      </p>
      <Failure>{hasFailed ? FAILED : undefined}</Failure>
      <p className={styles.note} role="status">
        {isKept && <Link to={paths.kept}>See what is on this device</Link>}
      </p>
    </>
  );
}
