import type { MediaItem } from '@satrangi/contracts';
import { Button, Dialog } from '@satrangi/kit';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { filesPath } from '../../lib/media-files.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { SampleReader } from './sample-reader.tsx';
import styles from './sample-stage.module.css';

const POPUP = 'popup,width=1200,height=800';

/**
 * The first pages of a book on its page: for visitors a sample, also in a dialog or a window of its own; for readers
 * with access, a way to the whole book.
 */
export function SampleStage({
  item,
  opensWhole,
}: {
  item: MediaItem;
  /** Whether the reader can open the whole book; undefined while that is loading. */
  opensWhole: boolean | undefined;
}) {
  const navigate = useNavigate();
  const [page, setPage] = useState(1);
  const [large, setLarge] = useState(false);
  const { pages, previewPages } = item;
  return (
    <section className={styles.stage} aria-label="Preview">
      <SampleReader
        item={item}
        size="stage"
        page={page}
        onPage={setPage}
        onFullScreen={() => (opensWhole ? void navigate(paths.read(item._id)) : setLarge(true))}
      />
      {opensWhole === false && pages !== null && previewPages !== null && (
        <p className={styles.note}>
          A free sample: {previewPages} of {pages} pages.{' '}
          <a href={`${filesPath(item)}/preview-limited`}>Sample as PDF</a>
        </p>
      )}
      <Dialog open={large} onClose={() => setLarge(false)} title={item.title} className={styles.dialog ?? ''}>
        <SampleReader
          item={item}
          size="large"
          page={page}
          onPage={setPage}
          footer={
            item.mediaType === 'ebook' && (
              <Button
                tone="quiet"
                size="s"
                className={styles.popup}
                onClick={() =>
                  window.open(withQuery(paths.ebook(item._id), { preview: 'true' }), '_blank', POPUP)
                }
              >
                Open in a new window
              </Button>
            )
          }
        />
      </Dialog>
    </section>
  );
}
