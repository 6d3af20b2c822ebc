import { Cover } from '@satrangi/kit';
import { coverShapeOf } from '../../lib/book-cover-shape.ts';
import styles from './gift-covers.module.css';
import { type GiftItem, useCatalogItem } from './gift-item.ts';

/** How many covers fit on the paper. */
const COVERS = 3;

/** A cover as soon as the catalog has answered, so that no plate flashes before it. */
function GiftCover({ item }: { item: GiftItem }) {
  const found = useCatalogItem(item);
  const { title, creator: author = '', language = 'en', mediaType } = item;
  const shape = coverShapeOf(mediaType);
  if (found === undefined) return null;
  return (
    <li data-type={mediaType} data-shape={shape}>
      <Cover
        of={found ?? { title, author, language, cover: null, thumbnailUrl: null }}
        shape={shape}
        className={styles.cover}
      />
    </li>
  );
}

/** The covers of a gift, on its unfolded paper. */
export function GiftCovers({ items }: { items: readonly GiftItem[] }) {
  return (
    <ul className={styles.covers}>
      {items.slice(0, COVERS).map((item) => (
        <GiftCover key={`${item.media} ${item.format}`} item={item} />
      ))}
    </ul>
  );
}
