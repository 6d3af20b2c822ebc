import type { MediaItem } from '@satrangi/contracts';
import { ApiError } from '@satrangi/contracts/pure';
import { Button, Failure } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { libraryQueries } from '../../lib/catalog-queries.ts';
import { mediaFileUrl } from '../../lib/media-streams.ts';
import { bytesText } from '../../lib/sizes.ts';
import styles from './download-copy.module.css';

const NOT_STARTED = 'The download did not start. Please check your connection and try again.';

/** The last segment of the address of a file. */
type File = 'download' | 'epub';

/**
 * Passes the file to the downloads of the browser. A refusal is shown on this page: one byte is fetched before.
 * @throws ApiError when the server refuses the download
 */
const startDownload = async ({ _id: id, mediaType }: MediaItem, file: File): Promise<void> => {
  const url = await mediaFileUrl({ id, mediaType }, file);
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

/** The sentence of a failed download: that of the server when this reader may not have it. */
const sentenceOf = (error: unknown, file: File): string => {
  // the server names the other file when it has no copy of the EPUB
  const isAnswer =
    error instanceof ApiError && (error.status === 403 || (file === 'epub' && error.status === 503));
  return isAnswer ? error.message : NOT_STARTED;
};

function DownloadButton({ item, file, children }: { item: MediaItem; file: File; children: ReactNode }) {
  const [state, setState] = useState<{ isBusy: boolean; failure?: string }>({ isBusy: false });
  const start = async (): Promise<void> => {
    if (state.isBusy) return;
    setState({ isBusy: true });
    try {
      await startDownload(item, file);
      setState({ isBusy: false });
    } catch (error) {
      setState({ isBusy: false, failure: sentenceOf(error, file) });
    }
  };
  return (
    <>
      <Button wide tone="quiet" aria-disabled={state.isBusy} onClick={() => void start()}>
        {state.isBusy ? 'One moment…' : children}
      </Button>
      <Failure>{state.failure}</Failure>
    </>
  );
}

/** Downloads the reader's own copy, as PDF and EPUB; nothing for readers who did not buy it. */
export function DownloadCopy({ item }: { item: MediaItem }) {
  const { data: access } = useQuery({
    ...libraryQueries.access(item._id),
    select: ({ downloadBytes, epubBytes }) => ({ downloadBytes, epubBytes }),
  });
  if (access?.downloadBytes === undefined) return null;
  const { downloadBytes, epubBytes } = access;
  return (
    <>
      <DownloadButton item={item} file="download">
        {`Download your copy (PDF, ${bytesText(downloadBytes)})`}
      </DownloadButton>
      {epubBytes !== undefined && (
        <DownloadButton item={item} file="epub">
          {`Download the EPUB (${bytesText(epubBytes)})`}
        </DownloadButton>
      )}
      {epubBytes !== undefined && (
        <p className={styles.note}>In a reading app, the text of an EPUB fits your screen.</p>
      )}
      <p className={styles.note}>
        {epubBytes === undefined ? (
          <>
            Saved as {item.mediaType === 'magazine' ? 'magazine.pdf' : 'book.pdf'}. It stays on this device
            after you log out or press Exit.
          </>
        ) : (
          'Saved as book.pdf or book.epub. They stay on this device after you log out or press Exit.'
        )}
      </p>
    </>
  );
}
