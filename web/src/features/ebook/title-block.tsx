import type { MediaItem } from '@satrangi/contracts';
import { Stars, scriptProps } from '@satrangi/kit';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { TitleHead } from '../../lib/title-head.tsx';
import styles from './title-block.module.css';

const countText = (count: number): string => (count === 1 ? '1 review' : `${count} reviews`);

export function TitleBlock({ item }: { item: MediaItem }) {
  return (
    <TitleHead item={item}>
      <p className={styles.by}>
        by{' '}
        <Link to={paths.person(item.author)} {...scriptProps(item.author, item.language)}>
          {item.author}
        </Link>{' '}
        {item.authorPronouns && <span className="muted">({item.authorPronouns})</span>}
      </p>
      {item.ratingAverage !== null && item.ratingCount > 0 && (
        <a className={styles.rate} href="#reviews">
          <Stars value={item.ratingAverage} /> <b className="num">{item.ratingAverage.toFixed(1)}</b>{' '}
          <span className="muted">{countText(item.ratingCount)}</span>
        </a>
      )}
    </TitleHead>
  );
}
