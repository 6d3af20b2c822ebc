import type { MediaItem } from '@satrangi/contracts';
import { buttonLook, Cover, scriptProps } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Navigate } from 'react-router-dom';
import { countryName } from '../../lib/country.ts';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { paymentsQueries } from '../../lib/payments/payments-queries.ts';
import type { ReauthLogin } from '../../lib/payments/use-reauthentication.ts';
import { Price } from '../../lib/price.tsx';
import { countryQuery, HOME_COUNTRY } from '../../lib/visitor-country.ts';
import { CheckoutForm } from './checkout-form.tsx';
import { checkoutTexts } from './checkout-state.ts';
import { OrderLine } from './order-line.tsx';
import styles from './payment-sheet.module.css';
import { PurchaseDone } from './purchase-done.tsx';
import { useCheckout } from './use-checkout.ts';

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
            <dd>{countryName(country)}</dd>
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

/** Order summary and payment side by side, on the payment page. */
export function PaymentSheet({
  item,
  isOwned,
  Login,
}: {
  item: MediaItem;
  isOwned: boolean;
  /** The login shown over the page when the session ends during payment. */
  Login: ReauthLogin;
}) {
  const checkout = useCheckout(item);
  const detected = useQuery(countryQuery());
  const { state, attempt } = checkout;
  if (state.step === 'paid')
    return (
      <Navigate to={`${paths.paymentSuccess}?${new URLSearchParams({ order_id: state.orderId })}`} replace />
    );
  if (state.step === 'owned') return <PurchaseDone item={item} />;
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
        {state.step === 'settling' && <p role="status">{checkoutTexts.settling}</p>}
        <div hidden={state.step === 'settling'}>
          <CheckoutForm item={item} checkout={checkout} verb="Pay Now" />
        </div>
      </div>
      {checkout.loginRequest && (
        <Suspense>
          <Login onDone={checkout.loginRequest.done} />
        </Suspense>
      )}
      {state.step === 'card' && attempt && (
        <Suspense>
          <CardDialog
            payment={state.payment}
            options={attempt.options}
            payer={attempt.buyer.name}
            onPaid={(paymentIntentId) => void checkout.cardPaid(paymentIntentId, state.payment.orderId)}
            onClose={checkout.cardClosed}
            onLoadFailed={checkout.failed}
          >
            <OrderLine item={item} />
          </CardDialog>
        </Suspense>
      )}
    </div>
  );
}
