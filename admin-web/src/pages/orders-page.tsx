import { Orders } from '../features/orders/orders.tsx';

/** Orders of all purposes, their refunds, and the reconciliation with the providers. */
export function OrdersPage() {
  return <Orders />;
}
