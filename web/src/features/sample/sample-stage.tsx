import type { MediaItem } from '@satrangi/contracts';
import { Button, Dialog, Skeleton } from '@satrangi/kit';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useMarkInView } from '../../lib/mark-in-view.ts';
import { filesPath } from '../../lib/media-files.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { SampleReader } from './sample-reader.tsx';
import styles from './sample-stage.module.css';

type Stage = {
  readonly item: MediaItem;
  /** Whether the reader can open the whole book; undefined while that is loading. */
  readonly opensWhole: boolean;
  /** The dialog is open. */
  readonly isLarge: boolean;
  readonly onLarge: (isLarge: boolean) => void;
};

const POPUP = 'popup,width=1200,height=800';

/**
 * The sample of a book on its page, also in a dialog or a window of its own. Everyone can open the whole of a free book
 * from it; the owner of a book has the book instead.
 */
export function SampleStage({
  opensWhole,
  ...stage
}: Omit<Stage, 'opensWhole'> & { readonly opensWhole: boolean | undefined }) {
  return opensWhole === undefined ? (
    <Skeleton height="36rem" />
  ) : (
    <LoadedStage {...stage} opensWhole={opensWhole} />
  );
}

function LoadedStage({ item, opensWhole, isLarge, onLarge }: Stage) {
  const navigate = useNavigate();
  const [page, setPage] = useState(1);
  const section = useRef<HTMLElement>(null);
  useMarkInView(section, 'data-sample-in-view');
  const { pages, previewPages } = item;
  return (
    <section ref={section} className={styles.stage} aria-label="Preview">
      <SampleReader
        item={item}
        size="stage"
        page={page}
        onPage={setPage}
        onFullScreen={() => (opensWhole ? void navigate(paths.read(item._id)) : onLarge(true))}
      />
      {!opensWhole && pages !== null && previewPages !== null && (
        <p className={styles.note}>
          A free sample: {previewPages} of {pages} pages.{' '}
          <a href={`${filesPath(item)}/preview-limited`}>Sample as PDF</a>
        </p>
      )}
      <Dialog
        open={isLarge}
        onClose={() => onLarge(false)}
        title={item.title}
        className={styles.dialog ?? ''}
      >
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
