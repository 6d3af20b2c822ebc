import { Shelf, ShelfPlace, Spine, spineShape } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { catalogQueries } from '../../lib/catalog-queries.ts';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import styles from './gap-shelf.module.css';
import { arrangeShelf, localDay } from './shelf-order.ts';

/** The shelf of the day with one book missing; hidden when it cannot be loaded. */
export function GapShelf() {
  const shelf = useQuery(catalogQueries.shelf());
  const slots = arrangeShelf(shelf.data ?? [], localDay(new Date())).filter(({ faceOut }) => !faceOut);
  if (slots.length === 0) return null;
  const middle = Math.floor(slots.length / 3);
  return (
    <div className={styles.room}>
      <Shelf label="Still on the shelf">
        {slots.flatMap(({ item }, index) => [
          ...(index === middle ? [<li key="gap" className={styles.gap} aria-hidden="true" />] : []),
          <ShelfPlace key={item._id} width={spineShape(item._id, item.title).width}>
            <Link to={paths.media(item.mediaType, item._id)}>
              <Spine
                id={item._id}
                title={item.title}
                author={item.author}
                language={item.language}
                pigment={item.cover?.ground ?? 'anaar'}
                kind="anaar"
              />
              <span className="vh">
                {item.title} by {item.author}
              </span>
            </Link>
          </ShelfPlace>,
        ])}
      </Shelf>
    </div>
  );
}
