import type { MediaItem } from '@satrangi/contracts';
import { Cover, type Priced, scriptProps } from '@satrangi/kit';
import styles from './book-card.module.css';
import { Link } from './link.tsx';
import { paths } from './paths.ts';
import { Price } from './price.tsx';
import { titleOrUntitled } from './text.ts';

/** A title as a card: cover, name, author, price. The whole card is the target of its one link. */
export function BookCard({
  item,
  as: Heading = 'h3',
  showsFormat = false,
}: {
  item: Pick<
    MediaItem,
    '_id' | 'mediaType' | 'title' | 'author' | 'language' | 'cover' | 'thumbnailUrl' | 'format'
  > &
    Priced;
  as?: 'h2' | 'h3' | 'h4';
  /** Shows 'Audio' or 'Digital' beside the price. */
  showsFormat?: boolean;
}) {
  return (
    <article className={styles.card} data-type={item.mediaType}>
      <Cover of={item} className={styles.cover} />
      <Heading className={styles.title}>
        <Link to={paths.media(item.mediaType, item._id)} {...scriptProps(item.title, item.language)}>
          {titleOrUntitled(item.title)}
        </Link>
      </Heading>
      <p className={styles.by}>
        <bdi {...scriptProps(item.author, item.language)}>{item.author}</bdi>
      </p>
      <p className={styles.price}>
        <Price of={item} />
        {showsFormat && (
          <span className={styles.format}>{item.format === 'audio' ? 'Audio' : 'Digital'}</span>
        )}
      </p>
    </article>
  );
}
