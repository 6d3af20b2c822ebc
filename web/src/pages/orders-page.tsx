import { Navigate } from 'react-router-dom';
import { OrdersList } from '../features/orders/orders-list.tsx';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import styles from './profile-page.module.css';

/** All orders of the reader, with receipts. */
export function OrdersPage() {
  const session = useSession();
  if (!session) return <Navigate to={paths.loginThen(paths.orders)} replace />;
  return (
    <div className={`wrap ${styles.page} ${styles.narrow}`}>
      <PageHead title="Orders" />
      <PageHeading>Orders</PageHeading>
      <OrdersList />
    </div>
  );
}
