import type { JoinedMediaType, MediaItem } from '@satrangi/contracts';
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
import { lazy, type ReactNode, Suspense, useRef } from 'react';
import { kinds } from '../../lib/kinds.ts';
import { Link } from '../../lib/link.tsx';
import { useMarkInView } from '../../lib/mark-in-view.ts';
import { paths, withBuy } from '../../lib/paths.ts';
import { Price } from '../../lib/price.tsx';
import { useSession } from '../../lib/session.ts';
import { site } from '../../lib/site.ts';
import { HOME_COUNTRY, useCountry } from '../../lib/visitor-country.ts';
import styles from './buy-panel.module.css';
import { canOpen, type Offer } from './offer.ts';
import { WhatYouGet } from './what-you-get.tsx';

const BuyExtras = lazy(async () => ({ default: (await import('./buy-extras.tsx')).BuyExtras }));

type ActionProps = {
  readonly item: MediaItem;
  readonly offer: Offer;
  readonly onBuy: () => void;
  /** The buttons of a reader who can pay by one press; they replace the usual one. */
  readonly onePress?: ReactNode;
  /** Plays on this page; books have a page of their own. */
  readonly onPlay?: (() => void) | undefined;
  /** Where it was left: `page 5`, `2:10`; null before the first time. */
  readonly leftAt?: string | null;
};

/** The main button of the page, in the panel and in the bar on a phone. */
export function MainAction({
  item,
  offer,
  onBuy,
  onePress,
  onPlay,
  leftAt = null,
  wide = false,
}: ActionProps & { wide?: boolean }) {
  const { name, verb } = kinds[item.mediaType];
  const start = `${verb} now${offer === 'free' ? ', free' : ''}`;
  const open = leftAt === null ? start : `Continue, ${leftAt}`;
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
  if (onePress) return onePress;
  return (
    <Button tone="primary" size="l" wide={wide} data-buy onClick={onBuy}>
      Buy {name}
    </Button>
  );
}

const sampleLabels: Readonly<Partial<Record<JoinedMediaType, string>>> = {
  ebook: 'Read the beginning',
  magazine: 'Look inside',
};

function PriceLine({ item, offer }: Pick<ActionProps, 'item' | 'offer'>) {
  return (
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
  );
}

/** For a visitor who buys a first title: Buy leads to the login, as for those who come back. */
function NewHere({ item: { mediaType, _id } }: Pick<ActionProps, 'item'>) {
  return (
    <p className={styles.newHere}>
      New here? <Link to={paths.registerThen(withBuy(paths.media(mediaType, _id)))}>Create an account</Link>
    </p>
  );
}

/** How to pay, and what the statement and the receipt say. */
function PaymentFacts({ isHome }: { isHome: boolean }) {
  return (
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
  );
}

export function BuyPanel({
  onSample,
  progress = null,
  ...props
}: ActionProps & {
  /** Opens the sample; absent for those who can open the whole. */
  onSample?: (() => void) | undefined;
  /** How far the reader is. */
  progress?: { readonly percent: number; readonly text: string } | null;
}) {
  const { item, offer } = props;
  const sampleLabel = sampleLabels[item.mediaType];
  const session = useSession();
  const acts = useRef<HTMLDivElement>(null);
  useMarkInView(acts, 'data-action-in-view');
  const isHome = (useCountry() ?? HOME_COUNTRY) === HOME_COUNTRY;
  return (
    <section className={styles.panel} aria-label="Buy">
      {offer === 'owned' ? (
        <p className={styles.owned}>
          <Icon shape={checkCircleIcon} />
          You own this {kinds[item.mediaType].inSentence}
        </p>
      ) : (
        <PriceLine item={item} offer={offer} />
      )}
      {progress && (
        <p className={styles.progress}>
          <span className={styles.track} aria-hidden="true">
            <span style={{ width: `${progress.percent}%` }} />
          </span>
          <span className="num">{progress.text}</span>
        </p>
      )}
      <div className={styles.acts} ref={acts}>
        <MainAction {...props} wide />
        {offer === 'sale' && !session && <NewHere item={item} />}
        {onSample && sampleLabel && (
          <Button wide aria-haspopup="dialog" onClick={onSample}>
            {sampleLabel}
          </Button>
        )}
        <Suspense
          fallback={
            offer !== 'owned' && (
              <Button wide disabled tone="quiet">
                Save for later
              </Button>
            )
          }
        >
          <BuyExtras item={item} offer={offer} />
        </Suspense>
      </div>
      {!canOpen(offer) && <WhatYouGet item={item} />}
      {offer === 'sale' && <PaymentFacts isHome={isHome} />}
      {item.mediaType === 'ebook' && (
        <div className={styles.later}>
          <Button wide size="s" disabled>
            <Icon shape={headphonesIcon} size="s" />
            Audio Coming Soon
          </Button>
        </div>
      )}
    </section>
  );
}

/** Price and main button at the bottom of a phone's screen; absent for what cannot be bought. */
export function BuyBar(props: ActionProps) {
  if (props.offer === 'none') return null;
  return (
    <section className={styles.bar} aria-label="Buy, at the foot of the page">
      <span className={styles.barPrice}>{props.offer === 'owned' ? 'Yours' : <Price of={props.item} />}</span>
      <MainAction {...props} />
    </section>
  );
}
