import type { MediaItem } from '@satrangi/contracts';
import {
  Button,
  buttonLook,
  checkCircleIcon,
  headphonesIcon,
  hiddenIcon,
  Icon,
  qrCodeIcon,
  scriptProps,
} from '@satrangi/kit';
import { kinds } from '../../lib/kinds.ts';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { Price } from '../../lib/price.tsx';
import { site } from '../../lib/site.ts';
import { HOME_COUNTRY, useCountry } from '../../lib/visitor-country.ts';
import styles from './buy-panel.module.css';
import { canOpen, type Offer } from './offer.ts';

type ActionProps = {
  readonly item: MediaItem;
  readonly offer: Offer;
  readonly onBuy: () => void;
  /** Plays on this page; books have a page of their own. */
  readonly onPlay?: (() => void) | undefined;
};

/** The main button of the page, in the panel and in the bar on a phone. */
export function MainAction({ item, offer, onBuy, onPlay, wide = false }: ActionProps & { wide?: boolean }) {
  const { name, verb } = kinds[item.mediaType];
  const open = `${verb} now${offer === 'free' ? ', free' : ''}`;
  if (canOpen(offer) && onPlay)
    return (
      <Button tone="primary" size="l" wide={wide} onClick={onPlay}>
        {open}
      </Button>
    );
  if (canOpen(offer))
    return (
      <Link {...buttonLook({ tone: 'primary', size: 'l', wide })} to={paths.read(item._id)}>
        {open}
      </Link>
    );
  if (offer === 'none')
    return (
      <Button size="l" wide={wide} disabled>
        Not for Sale
      </Button>
    );
  return (
    <Button tone="primary" size="l" wide={wide} onClick={onBuy}>
      Buy {name}
    </Button>
  );
}

export function BuyPanel(props: ActionProps) {
  const { item, offer } = props;
  const isHome = (useCountry() ?? HOME_COUNTRY) === HOME_COUNTRY;
  return (
    <section className={styles.panel} aria-label="Buy">
      {offer === 'owned' ? (
        <p className={styles.owned}>
          <Icon shape={checkCircleIcon} />
          You own this {kinds[item.mediaType].inSentence}
        </p>
      ) : (
        <div className={styles.line}>
          <span className={offer === 'none' ? styles.noPrice : styles.amount}>
            <Price of={item} />
          </span>
          {offer === 'sale' && (
            <span className="muted small">
              After taxes and fees, 40% goes to{' '}
              <bdi {...scriptProps(item.author, item.language)}>{item.author}</bdi>.
            </span>
          )}
          {offer === 'none' && item.priceINR !== null && (
            <span className="muted small">Not out yet. You can buy it as soon as its file is here.</span>
          )}
          {offer === 'free' && (
            <span className="muted small">Open access: for everyone, without an account.</span>
          )}
        </div>
      )}
      <div className={styles.acts}>
        <MainAction {...props} wide />
        {item.mediaType === 'ebook' && (
          <Button wide disabled>
            <Icon shape={headphonesIcon} />
            Audio Coming Soon
          </Button>
        )}
      </div>
      {offer === 'sale' && (
        <>
          <p className={styles.pay}>
            <Icon shape={qrCodeIcon} size="s" />
            <span>{isHome ? 'By UPI, card, net banking or wallet' : 'By card, in dollars'}</span>
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

/** Price and main button at the bottom of a phone's screen. */
export function BuyBar(props: ActionProps) {
  return (
    <section className={styles.bar} aria-label="Buy, at the foot of the page">
      <span className={styles.barPrice}>{props.offer === 'owned' ? 'Yours' : <Price of={props.item} />}</span>
      <MainAction {...props} />
    </section>
  );
}
