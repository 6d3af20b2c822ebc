import type { Order } from '@satrangi/contracts';
import { formatMoney } from '@satrangi/contracts/pure';
import { buttonLook, scriptProps } from '@satrangi/kit';
import type { ReactNode } from 'react';
import { kinds } from '../../lib/kinds.ts';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { titleOrUntitled } from '../../lib/text.ts';
import { ItemCover } from './item-cover.tsx';
import styles from './order-items.module.css';

/** The titles of an order, with their covers. @param isOpenable true once they are in the library */
export function OrderItems({
  order,
  isOpenable,
  size = 's',
  children,
}: {
  order: Order;
  isOpenable: boolean;
  /** `l` for the only thing on a page. */
  size?: 's' | 'l';
  /** Further actions of the only title. */
  children?: ReactNode;
}) {
  return (
    <ul className={styles.items} data-size={order.items.length > 1 ? 's' : size} aria-label="Titles">
      {order.items.map((item) => {
        const { media, mediaType, title, creator, language, price } = item;
        const { name, verb } = kinds[mediaType];
        const isTheOnly = order.items.length === 1;
        return (
          <li key={`${media}:${item.format}`} data-type={mediaType}>
            <ItemCover item={item} className={styles.cover} placeClass={styles.place} />
            <div className={styles.words}>
              <p className="muted small">{name}</p>
              <h2 className={styles.title} {...scriptProps(title, language)}>
                <Link to={paths.media(mediaType, media)}>{titleOrUntitled(title)}</Link>
              </h2>
              {creator && (
                <p className="muted">
                  <bdi {...scriptProps(creator, language)}>{creator}</bdi>
                </p>
              )}
              {price && <p className={`num ${styles.price}`}>{formatMoney(price)}</p>}
              {isOpenable && (
                <p className={styles.acts}>
                  <Link
                    {...buttonLook({ tone: 'primary', size: size === 'l' && isTheOnly ? 'l' : 'm' })}
                    to={verb === 'Read' ? paths.read(media) : paths.media(mediaType, media)}
                    aria-label={isTheOnly ? undefined : `${verb} now: ${titleOrUntitled(title)}`}
                  >
                    {verb} now
                  </Link>
                  {isTheOnly && children}
                </p>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
