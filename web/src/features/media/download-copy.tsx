import type { MediaItem } from '@satrangi/contracts';
import { ApiError } from '@satrangi/contracts/pure';
import { Button, Failure } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { libraryQueries } from '../../lib/catalog-queries.ts';
import { mediaFileUrl } from '../../lib/media-streams.ts';
import { bytesText } from '../../lib/sizes.ts';
import styles from './download-copy.module.css';

const NOT_STARTED = 'The download did not start. Please check your connection and try again.';

/**
 * Passes the file to the downloads of the browser. A refusal is shown on this page: one byte is fetched before.
 * @throws ApiError when the server refuses the download
 */
const startDownload = async ({ _id: id, mediaType }: MediaItem): Promise<void> => {
  const url = await mediaFileUrl({ id, mediaType }, 'download');
  const answer = await fetch(url, { headers: { range: 'bytes=0-0' } });
  if (!answer.ok) throw new ApiError(await answer.json());
  await answer.body?.cancel();
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
};

/** Downloads the reader's own copy of a PDF; nothing for readers who did not buy it. */
export function DownloadCopy({ item }: { item: MediaItem }) {
  const { data: bytes } = useQuery({
    ...libraryQueries.access(item._id),
    select: ({ downloadBytes }) => downloadBytes,
  });
  const [state, setState] = useState<{ isBusy: boolean; failure?: string }>({ isBusy: false });
  if (bytes === undefined) return null;
  const start = async (): Promise<void> => {
    if (state.isBusy) return;
    setState({ isBusy: true });
    try {
      await startDownload(item);
      setState({ isBusy: false });
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status === 403;
      setState({ isBusy: false, failure: isRefused ? error.message : NOT_STARTED });
    }
  };
  return (
    <>
      <Button wide tone="quiet" aria-disabled={state.isBusy} onClick={() => void start()}>
        {state.isBusy ? 'One moment…' : `Download your copy (PDF, ${bytesText(bytes)})`}
      </Button>
      <p className={styles.note}>
        Saved as {item.mediaType === 'magazine' ? 'magazine.pdf' : 'book.pdf'}. It stays on this device after
        you log out or press Exit.
      </p>
      <Failure>{state.failure}</Failure>
    </>
  );
}
