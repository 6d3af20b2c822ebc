import { ApiError } from '@satrangi/contracts/pure';
import { Button, buttonLook, ErrorNote, Skeleton } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router-dom';
import { receiptQuery } from '../features/orders/orders.ts';
import { ReceiptButton } from '../features/orders/receipt-button.tsx';
import { ReceiptSheet } from '../features/orders/receipt-sheet.tsx';
import { Link } from '../lib/link.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import { paths } from '../lib/paths.ts';
import { PrivatePageHead } from '../lib/private-page-head.tsx';
import { useSession } from '../lib/session.ts';
import styles from './receipt-page.module.css';

function Receipt({ orderId }: { orderId: string }) {
  const receipt = useQuery(receiptQuery(orderId));
  if (receipt.isPending)
    return (
      <div role="status" aria-label="Loading the receipt">
        <Skeleton height="30rem" />
      </div>
    );
  if (receipt.data)
    return (
      <>
        <PrivatePageHead title={receipt.data.number} />
        <div className={styles.actions}>
          <Button tone="primary" onClick={() => window.print()}>
            Print
          </Button>
          <ReceiptButton order={receipt.data} />
        </div>
        <ReceiptSheet receipt={receipt.data} />
      </>
    );
  const { error } = receipt;
  if (error instanceof ApiError && error.status === 404)
    return <p>This order does not exist, or belongs to another account.</p>;
  if (error instanceof ApiError && error.code === 'payment-not-complete')
    return (
      <>
        <p>There is a receipt once the order is paid.</p>
        <p>
          <Link {...buttonLook({ tone: 'primary' })} to={paths.order(orderId)}>
            Open the order
          </Link>
        </p>
      </>
    );
  return <ErrorNote onRetry={receipt.refetch}>We couldn't load the receipt. Try again.</ErrorNote>;
}

/** The receipt of an order, on the screen and on paper. Only its buyer sees it. */
export function ReceiptPage() {
  const session = useSession();
  const { id = '' } = useParams();
  if (!session) return <Navigate to={paths.loginThen(paths.receipt(id))} replace />;
  return (
    <div className={`wrap ${styles.page}`}>
      <PrivatePageHead title="Order" />
      <p className={styles.back}>
        <Link to={paths.order(id)}>Order</Link>
      </p>
      <PageHeading className="vh">Receipt</PageHeading>
      <Receipt orderId={id} key={id} />
    </div>
  );
}
