import type { MediaItem } from '@satrangi/contracts';
import { buttonLook, Cover, scriptProps } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Navigate } from 'react-router-dom';
import { placeName } from '../../lib/country.ts';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { paymentsQueries } from '../../lib/payments/payments-queries.ts';
import type { LoginAgain } from '../../lib/payments/use-login-again.ts';
import { Price } from '../../lib/price.tsx';
import { countryQuery, HOME_COUNTRY } from '../../lib/visitor-country.ts';
import { Bought } from './bought.tsx';
import { BuyForm } from './buy-form.tsx';
import { OrderLine } from './order-line.tsx';
import styles from './payment-sheet.module.css';
import { checkoutTexts, useCheckout } from './use-checkout.ts';

const CardDialog = lazy(async () => ({
  default: (await import('../../lib/payments/card-dialog.tsx')).CardDialog,
}));

function Summary({ item, country }: { item: MediaItem; country: string }) {
  const options = useQuery(paymentsQueries.options(country));
  return (
    <section className={styles.summary} aria-label="Your order" data-type={item.mediaType}>
      <Cover of={item} className={styles.cover} />
      <div>
        <h2 {...scriptProps(item.title, item.language)}>{item.title}</h2>
        <p className="muted">
          <bdi {...scriptProps(item.author, item.language)}>{item.author}</bdi>
        </p>
        <dl className={styles.facts}>
          <div>
            <dt>Price</dt>
            <dd>
              <Price of={item} />
            </dd>
          </div>
          <div>
            <dt>Country</dt>
            <dd>{placeName(country)}</dd>
          </div>
          <div>
            <dt>Paid by</dt>
            <dd>{options.data?.provider === 'stripe' ? 'Stripe' : options.data ? 'Cashfree' : '…'}</dd>
          </div>
        </dl>
      </div>
    </section>
  );
}

/** Order and payment side by side, for those who come by an address of their own. */
export function PaymentSheet({
  item,
  isOwned,
  Login,
}: {
  item: MediaItem;
  isOwned: boolean;
  /** Stands over the page when the session ends while paying. */
  Login: LoginAgain;
}) {
  const checkout = useCheckout(item);
  const detected = useQuery(countryQuery());
  const { stage, wish } = checkout;
  if (stage.at === 'paid')
    return (
      <Navigate to={`${paths.paymentSuccess}?${new URLSearchParams({ order_id: stage.orderId })}`} replace />
    );
  if (stage.at === 'owned') return <Bought item={item} />;
  if (isOwned || item.isFree)
    return (
      <div className={styles.owned}>
        <p>{item.isFree ? 'This eBook is free for everyone.' : 'You own this eBook'}</p>
        <Link {...buttonLook({ tone: 'primary' })} to={paths.read(item._id)}>
          Read now
        </Link>
      </div>
    );
  return (
    <div className={styles.sheet}>
      <Summary item={item} country={detected.data ?? HOME_COUNTRY} />
      <div>
        {stage.at === 'settling' && <p role="status">{checkoutTexts.settling}</p>}
        <div hidden={stage.at === 'settling'}>
          <BuyForm item={item} checkout={checkout} verb="Pay Now" />
        </div>
      </div>
      {checkout.login && (
        <Suspense>
          <Login onDone={checkout.login.done} />
        </Suspense>
      )}
      {stage.at === 'card' && wish && (
        <Suspense>
          <CardDialog
            payment={stage.payment}
            options={wish.options}
            payer={wish.buyer.name}
            onPaid={(paymentIntentId) => void checkout.cardPaid(paymentIntentId, stage.payment.orderId)}
            onClose={checkout.cardClosed}
            onBroken={checkout.broken}
          >
            <OrderLine item={item} />
          </CardDialog>
        </Suspense>
      )}
    </div>
  );
}
