import type { MediaItem } from '@satrangi/contracts';
import { buttonLook } from '@satrangi/kit';
import { SeriesNav } from '../features/media/series-nav.tsx';
import { ShareTitle } from '../features/media/share-title.tsx';
import { Reviews } from '../features/reviews/reviews.tsx';
import { Link } from '../lib/link.tsx';
import { paths } from '../lib/paths.ts';
import { RelatedShelf } from '../lib/related-shelf.tsx';
import styles from './ebook-page.module.css';

/** Reviews, related titles and newsletter of an eBook page: below the fold. */
export function EbookBelowFold({ item }: { item: MediaItem }) {
  return (
    <>
      <div className="wrap">
        <SeriesNav item={item} />
      </div>
      <Reviews id={item._id} />
      <RelatedShelf item={item} />
      <div className="wrap">
        <ShareTitle item={item} />
      </div>
      <section className={styles.letter} aria-labelledby="letter-h" data-type={item.mediaType}>
        <div className="wrap">
          <h2 id="letter-h">One letter a month, in a plain envelope.</h2>
          <Link {...buttonLook({})} to={paths.newsletter}>
            Get the newsletter
          </Link>
        </div>
      </section>
    </>
  );
}
