import type { MediaItem } from '@satrangi/contracts';
import { CARD_RATING_MIN } from '@satrangi/contracts/pure';
import styles from './book-card.module.css';

/** The mean rating on a card and the number of reviews; nothing below `CARD_RATING_MIN` reviews. */
export function BookRating({
  of: { ratingAverage, ratingCount },
}: {
  of: Pick<MediaItem, 'ratingAverage' | 'ratingCount'>;
}) {
  if (ratingAverage === null || ratingCount < CARD_RATING_MIN) return null;
  return (
    <p className={styles.rating}>
      <span className="vh">Rated </span>
      <b className="num">{ratingAverage.toFixed(1)}</b>
      <span className="vh"> out of 5 in</span> <span className={styles.count}>{ratingCount}</span>
      <span className="vh"> reviews</span>
    </p>
  );
}
