import type { ChatItem } from '@satrangi/contracts';
import { Button, scriptProps } from '@satrangi/kit';
import { kinds } from '../../lib/kinds.ts';
import { Link } from '../../lib/link.tsx';
import styles from './chat-panel.module.css';

const PAISE = 100;

/** A price in rupees with two decimals, from minor units. */
export const chatPrice = (pricePaise: number | null): string => {
  if (pricePaise === null) return 'Not for sale';
  if (pricePaise === 0) return 'Free';
  return `₹${(pricePaise / PAISE).toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
};

/** An item of a reply as a small card. `onBuy` is for items with a price. */
export function ChatItemCard({ item, onBuy }: { item: ChatItem; onBuy: () => void }) {
  const { title, creator, language, mediaType, pricePaise, thumbnailUrl, reason, url } = item;
  return (
    <li className={styles.item} data-type={mediaType}>
      <span className={styles.cover} aria-hidden="true">
        {thumbnailUrl && <img src={thumbnailUrl} alt="" loading="lazy" />}
      </span>
      <span className={styles.facts}>
        <Link to={url} {...scriptProps(title, language)}>
          {title}
        </Link>
        <bdi {...scriptProps(creator, language)}>{creator}</bdi>
        <span className={styles.kind}>{kinds[mediaType].name}</span>
        <span className={styles.reason}>{reason}</span>
        <span className={styles.price}>
          <span className="num">{chatPrice(pricePaise)}</span>
          {pricePaise !== null && pricePaise > 0 && (
            <Button size="s" onClick={onBuy} aria-label={`Buy ${title}`}>
              Buy
            </Button>
          )}
        </span>
      </span>
    </li>
  );
}
