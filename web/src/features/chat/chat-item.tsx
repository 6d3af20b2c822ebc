import type { ChatItem } from '@satrangi/contracts';
import { Button, Cover, scriptProps } from '@satrangi/kit';
import { coverShapeOf } from '../../lib/book-cover-shape.ts';
import { kinds } from '../../lib/kinds.ts';
import { Link } from '../../lib/link.tsx';
import whole from '../../lib/whole-card.module.css';
import styles from './chat-item.module.css';

const PAISE = 100;

/** A price in rupees with two decimals, from minor units. */
export const chatPrice = (pricePaise: number | null): string => {
  if (pricePaise === null) return 'Not for sale';
  if (pricePaise === 0) return 'Free';
  return `₹${(pricePaise / PAISE).toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
};

/**
 * An item of a reply as a card with its cover. The whole card is the target of its link; Buy lies above it.
 * @param onBuy for items with a price
 */
export function ChatItemCard({ item, onBuy }: { item: ChatItem; onBuy: () => void }) {
  const { title, creator, language, mediaType, pricePaise, reason, url } = item;
  return (
    <li className={`${whole.card} ${styles.item}`} data-type={mediaType}>
      <Cover
        of={{ ...item, author: creator }}
        shape={coverShapeOf(mediaType)}
        className={`${whole.cover} ${styles.cover}`}
      />
      <div className={styles.facts}>
        <span className={styles.kind}>{kinds[mediaType].name}</span>
        <Link to={url} className={`${whole.link} ${styles.title}`} {...scriptProps(title, language)}>
          {title}
        </Link>
        <bdi {...scriptProps(creator, language)}>{creator}</bdi>
        <span className={styles.reason}>{reason}</span>
        <span className={styles.price}>
          <span className="num">{chatPrice(pricePaise)}</span>
          {pricePaise !== null && pricePaise > 0 && (
            <Button size="s" className={styles.buy} onClick={onBuy} aria-label={`Buy ${title}`}>
              Buy
            </Button>
          )}
        </span>
      </div>
    </li>
  );
}
