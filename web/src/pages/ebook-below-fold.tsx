import type { MediaItem } from '@satrangi/contracts';
import { buttonLook } from '@satrangi/kit';
import { SameShelf } from '../features/ebook/same-shelf.tsx';
import { Reviews } from '../features/reviews/reviews.tsx';
import { Link } from '../lib/link.tsx';
import { paths } from '../lib/paths.ts';
import styles from './ebook-page.module.css';

/** Reviews, related titles and newsletter of an eBook page: below the fold. */
export function EbookBelowFold({ item }: { item: MediaItem }) {
  return (
    <>
      <Reviews id={item._id} />
      <SameShelf item={item} />
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
