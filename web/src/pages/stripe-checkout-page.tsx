import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { StripeCheckout } from '../features/checkout/stripe-checkout.tsx';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import styles from './payment-page.module.css';

/** Card payment on a page of its own: `/stripe-checkout?clientSecret={key}`. */
export function StripeCheckoutPage() {
  const session = useSession();
  const { pathname, search } = useLocation();
  const [params] = useSearchParams();
  if (!session) return <Navigate to={paths.loginThen(pathname + search)} replace />;
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead title="Pay by card" />
      <PageHeading>Pay by card</PageHeading>
      <div className={styles.narrow}>
        <StripeCheckout clientSecret={params.get('clientSecret') ?? ''} />
      </div>
    </div>
  );
}
