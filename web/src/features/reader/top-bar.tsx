import {
  arrowLeftIcon,
  bookmarkFullIcon,
  bookmarkIcon,
  exitIcon,
  fullScreenIcon,
  gridIcon,
  Icon,
  IconButton,
  iconButtonLook,
  lettersIcon,
  listIcon,
  noteIcon,
  scriptProps,
  searchIcon,
} from '@satrangi/kit';
import type { ReactNode } from 'react';
import { Link } from '../../lib/link.tsx';
import { PageHeading } from '../../lib/page-heading.tsx';
import { paths } from '../../lib/paths.ts';
import { leaveNow } from '../../lib/quick-exit.ts';
import type { ReadMedia } from './read-media.ts';
import styles from './reader.module.css';

export type Panel = 'contents' | 'thumbnails' | 'search' | 'notes' | 'keys' | 'display';

function BookTitle({ media, chapter }: { media: ReadMedia; chapter: string | undefined }) {
  return (
    <div className={styles.title}>
      <PageHeading {...scriptProps(media.title, media.language)}>{media.title}</PageHeading>
      {chapter && (
        <p>
          <bdi {...scriptProps(chapter, media.language)}>{chapter}</bdi>
        </p>
      )}
    </div>
  );
}

function PanelButtons({ onPanel }: { onPanel: (panel: Panel) => void }) {
  return (
    <>
      <IconButton label="Search in the book" aria-haspopup="dialog" onClick={() => onPanel('search')}>
        <Icon shape={searchIcon} />
      </IconButton>
      <IconButton label="Contents" aria-haspopup="dialog" onClick={() => onPanel('contents')}>
        <Icon shape={listIcon} />
      </IconButton>
      <IconButton
        label="Pages at a glance"
        aria-haspopup="dialog"
        className={styles.spare}
        onClick={() => onPanel('thumbnails')}
      >
        <Icon shape={gridIcon} />
      </IconButton>
      <IconButton
        label="Notes and highlights"
        aria-haspopup="dialog"
        className={styles.spare}
        onClick={() => onPanel('notes')}
      >
        <Icon shape={noteIcon} />
      </IconButton>
    </>
  );
}

/** Title and tools above the pages; `children` is shown below it. */
export function TopBar({
  media,
  chapter,
  panel,
  isBookmarked,
  onBookmark,
  onPanel,
  onFullScreen,
  children,
}: {
  media: ReadMedia;
  chapter: string | undefined;
  panel: Panel | null;
  isBookmarked: boolean;
  onBookmark: () => void;
  onPanel: (panel: Panel) => void;
  onFullScreen: (() => void) | undefined;
  children?: ReactNode;
}) {
  return (
    <header className={styles.top}>
      <Link {...iconButtonLook()} to={paths.media(media.mediaType, media.id)} aria-label="Close the book">
        <Icon shape={arrowLeftIcon} />
      </Link>
      <BookTitle media={media} chapter={chapter} />
      <PanelButtons onPanel={onPanel} />
      <IconButton label="Bookmark this page" aria-pressed={isBookmarked} onClick={onBookmark}>
        <Icon shape={isBookmarked ? bookmarkFullIcon : bookmarkIcon} />
      </IconButton>
      <IconButton
        label="Display settings"
        aria-expanded={panel === 'display'}
        data-display=""
        onClick={() => onPanel('display')}
      >
        <Icon shape={lettersIcon} />
      </IconButton>
      <IconButton
        label="Keyboard shortcuts"
        aria-haspopup="dialog"
        className={styles.wide}
        onClick={() => onPanel('keys')}
      >
        <b aria-hidden="true">?</b>
      </IconButton>
      {onFullScreen && (
        <IconButton label="Full screen" className={styles.wide} onClick={onFullScreen}>
          <Icon shape={fullScreenIcon} />
        </IconButton>
      )}
      <IconButton label="Exit, leave this site now (or press Shift three times)" onClick={leaveNow}>
        <Icon shape={exitIcon} />
      </IconButton>
      {children}
    </header>
  );
}
