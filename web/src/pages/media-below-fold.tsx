import type { MediaItem } from '@satrangi/contracts';
import { About } from '../features/media/about.tsx';
import { ContentNotes } from '../features/media/content-notes.tsx';
import { ContentsList } from '../features/media/contents-list.tsx';
import { MoreInfo } from '../features/media/more-info.tsx';
import { SeriesNav } from '../features/media/series-nav.tsx';
import { ShareTitle } from '../features/media/share-title.tsx';
import { RelatedShelf } from '../lib/related-shelf.tsx';
import styles from './media-page.module.css';

/** What follows the description: chapters, unless a player on the page has them, the series, the people, details and content notes. */
export function MediaDetails({ item, hasPlayer }: { item: MediaItem; hasPlayer: boolean }) {
  return (
    <>
      {!hasPlayer && <ContentsList item={item} />}
      <SeriesNav item={item} />
      <About item={item} />
      <div className={styles.more}>
        <MoreInfo item={item} />
        <ContentNotes notes={item.contentNotes} />
      </div>
    </>
  );
}

/** Related titles, and the links to share. */
export function MediaBelowFold({ item }: { item: MediaItem }) {
  return (
    <>
      <RelatedShelf item={item} />
      <div className="wrap">
        <ShareTitle item={item} />
      </div>
    </>
  );
}
