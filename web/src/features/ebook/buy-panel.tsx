import type { MediaItem } from '@satrangi/contracts';
import {
  Button,
  buttonLook,
  checkCircleIcon,
  headphonesIcon,
  hiddenIcon,
  Icon,
  Price,
  qrCodeIcon,
} from '@satrangi/kit';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { site } from '../../lib/site.ts';
import styles from './buy-panel.module.css';

/** What a visitor can do with a book: read it (owned or free), buy it, or neither. */
export type Offer = 'owned' | 'free' | 'sale' | 'none';

export const offerOf = ({ isFree, isForSale }: MediaItem, hasAccess: boolean): Offer => {
  if (isFree) return 'free';
  if (hasAccess) return 'owned';
  return isForSale ? 'sale' : 'none';
};

/** The one main button of the page, in the panel and in the bar of a phone. */
export function MainAction({
  item,
  offer,
  onBuy,
  wide,
}: {
  item: MediaItem;
  offer: Offer;
  onBuy: () => void;
  wide?: boolean;
}) {
  if (offer === 'owned' || offer === 'free')
    return (
      <Link {...buttonLook({ tone: 'primary', size: 'l', wide: wide ?? false })} to={paths.read(item._id)}>
        {offer === 'free' ? 'Read now, free' : 'Read now'}
      </Link>
    );
  if (offer === 'none')
    return (
      <Button size="l" wide={wide ?? false} disabled>
        Not for Sale
      </Button>
    );
  return (
    <Button tone="primary" size="l" wide={wide ?? false} onClick={onBuy}>
      Buy eBook
    </Button>
  );
}

export function BuyPanel({ item, offer, onBuy }: { item: MediaItem; offer: Offer; onBuy: () => void }) {
  return (
    <section className={styles.panel} aria-label="Buy">
      {offer === 'owned' ? (
        <p className={styles.owned}>
          <Icon shape={checkCircleIcon} />
          You own this eBook
        </p>
      ) : (
        <div className={styles.line}>
          <span className={offer === 'none' ? styles.noPrice : styles.amount}>
            <Price of={item} />
          </span>
          {offer === 'sale' && (
            <span className="muted small">After taxes and fees, 40% goes to {item.author}.</span>
          )}
          {offer === 'free' && (
            <span className="muted small">Open access: for everyone, without an account.</span>
          )}
        </div>
      )}
      <div className={styles.acts}>
        <MainAction item={item} offer={offer} onBuy={onBuy} wide />
        <Button wide disabled>
          <Icon shape={headphonesIcon} />
          Audio Coming Soon
        </Button>
      </div>
      {offer === 'sale' && (
        <>
          <p className={styles.pay}>
            <Icon shape={qrCodeIcon} size="s" />
            <span>
              <b>UPI</b> first, or card, net banking, wallet
            </span>
          </p>
          <p className={styles.hush}>
            <Icon shape={hiddenIcon} />
            <span>
              Your statement will read <b>{site.statementName}</b>. The receipt’s subject line says{' '}
              <b>{site.receiptSubject}</b>.
            </span>
          </p>
        </>
      )}
    </section>
  );
}

/** Price and main button at the foot of a phone, always in reach of the thumb. */
export function BuyBar({ item, offer, onBuy }: { item: MediaItem; offer: Offer; onBuy: () => void }) {
  return (
    <section className={styles.bar} aria-label="Buy, at the foot of the page">
      <span className={styles.barPrice}>{offer === 'owned' ? 'Yours' : <Price of={item} />}</span>
      <MainAction item={item} offer={offer} onBuy={onBuy} />
    </section>
  );
}
