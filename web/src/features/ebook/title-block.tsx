import type { MediaItem } from '@satrangi/contracts';
import { Stars, scriptProps } from '@satrangi/kit';
import { Link } from 'react-router-dom';
import { PageHeading } from '../../lib/page-heading.tsx';
import { paths } from '../../lib/paths.ts';
import { titleOr } from '../../lib/text.ts';
import styles from './title-block.module.css';

export const countText = (count: number): string => (count === 1 ? '1 review' : `${count} reviews`);

export function TitleBlock({ item }: { item: MediaItem }) {
  return (
    <div className={styles.block}>
      <span className={styles.kind}>eBook</span>
      <PageHeading {...scriptProps(item.title, item.language)}>{titleOr(item.title)}</PageHeading>
      {item.altTitle && (
        <p className={styles.alt} {...scriptProps(item.altTitle, 'en')}>
          {item.altTitle}
        </p>
      )}
      <p className={styles.by}>
        by{' '}
        <Link to={paths.ebooksBy(item.author)} {...scriptProps(item.author, item.language)}>
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
    </div>
  );
}
