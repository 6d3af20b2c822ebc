import type { MediaItem } from '@satrangi/contracts';
import { Cover, type Priced, scriptProps } from '@satrangi/kit';
import type { ReactNode } from 'react';
import styles from './book-card.module.css';
import { coverShapeOf } from './book-cover-shape.ts';
import { BookRating } from './book-rating.tsx';
import { Price } from './price.tsx';
import { TitleLink } from './title-link.tsx';
import whole from './whole-card.module.css';

/** A title as a card: cover, name, author, price. The whole card is the target of its one link. */
export function BookCard({
  item,
  as: Heading = 'h3',
  showsFormat = false,
  by = <bdi {...scriptProps(item.author, item.language)}>{item.author}</bdi>,
  note,
}: {
  item: Pick<
    MediaItem,
    | '_id'
    | 'mediaType'
    | 'title'
    | 'author'
    | 'language'
    | 'cover'
    | 'thumbnailUrl'
    | 'format'
    | 'ratingAverage'
    | 'ratingCount'
  > &
    Priced;
  as?: 'h2' | 'h3' | 'h4';
  /** Shows 'Audio' or 'Digital' beside the price. */
  showsFormat?: boolean;
  /** Who made it; the author without it. */
  by?: ReactNode;
  /** A few words above the title. */
  note?: ReactNode;
}) {
  return (
    <article className={whole.card} data-type={item.mediaType}>
      <Cover of={item} shape={coverShapeOf(item.mediaType)} className={whole.cover} />
      {note && <p className={styles.note}>{note}</p>}
      <Heading className={styles.title}>
        <TitleLink of={item} />
      </Heading>
      {by && <p className={styles.by}>{by}</p>}
      <BookRating of={item} />
      <p className={styles.price}>
        <Price of={item} />
        {showsFormat && (
          <span className={styles.format}>{item.format === 'audio' ? 'Audio' : 'Digital'}</span>
        )}
      </p>
    </article>
  );
}
