import type { MediaItem } from '@satrangi/contracts';
import { Cover, scriptProps } from '@satrangi/kit';
import { Price } from '../../lib/price.tsx';
import { titleOrUntitled } from '../../lib/text.ts';
import styles from './order-line.module.css';

/** The item of the order: cover, title, author, price. */
export function OrderLine({ item }: { item: MediaItem }) {
  return (
    <article className={styles.line} data-type={item.mediaType}>
      <Cover of={item} className={styles.cover} />
      <div>
        <h3 {...scriptProps(item.title, item.language)}>{titleOrUntitled(item.title)}</h3>
        <p className="muted small">
          <bdi {...scriptProps(item.author, item.language)}>{item.author}</bdi>
        </p>
      </div>
      <p className={styles.price}>
        <Price of={item} />
      </p>
    </article>
  );
}
