import type { MediaItem } from '@satrangi/contracts';
import { buttonLook, Dialog } from '@satrangi/kit';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import type { ReauthLogin } from '../../lib/payments/use-reauthentication.ts';
import { useSession } from '../../lib/session.ts';
import { page } from './await-access.ts';
import type { OnePress } from './checkout-state.ts';
import { checkoutParam } from './start-checkout.ts';
import { undeliveredOrder } from './undelivered-order.ts';

const BuyDialog = lazy(async () => ({ default: (await import('./checkout-dialog.tsx')).CheckoutDialog }));

function DeliveryPending({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Thank you">
      <p role="status">Your payment is safe. The title is on its way to your library.</p>
      <p style={{ marginTop: 'var(--s-4)' }}>
        <Link
          {...buttonLook({ tone: 'primary', wide: true })}
          to={`${paths.paymentSuccess}?${new URLSearchParams({ order_id: orderId })}`}
        >
          See the order
        </Link>
      </p>
    </Dialog>
  );
}

/** Closes the dialog, then reloads the page: only after `?buy=1` is removed, so that it does not open the dialog again. */
const useReloadAfter = (close: () => void, wantsCheckout: boolean): (() => void) => {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (isLate && !wantsCheckout) page.reload();
  }, [isLate, wantsCheckout]);
  return useCallback(() => {
    setLate(true);
    close();
  }, [close]);
};

/**
 * Checkout on the page of a title: the dialog is open while the address has `buy=1`, for logged-in readers without
 * the title, or `buy=gift`, for all of them, and after a press that pays at once; it stays open until it is closed.
 * @param canBuy whether this reader may buy it; undefined while that is loading
 */
export function PageCheckout({
  item,
  canBuy,
  onePress,
  Login,
}: {
  item: MediaItem;
  canBuy: boolean | undefined;
  onePress: { readonly pressed: OnePress | undefined; readonly onDone: () => void };
  Login: ReauthLogin;
}) {
  const [params, setParams] = useSearchParams();
  const session = useSession();
  const wanted = checkoutParam(params);
  const isGift = wanted === 'gift';
  const wantsCheckout = session !== null && wanted !== null;
  const [isKeptOpen, setKeptOpen] = useState(false);
  const [paidOrder, setPaidOrder] = useState(() => undeliveredOrder.read(item._id));
  const [payer] = useState(session?.userId);
  // The sheet stays open when the session ends: input is kept, and payment requires the login.
  const canOpen = isGift ? item.isForSale && !item.isFree : canBuy === true;
  const { pressed, onDone } = onePress;
  const isOpen = pressed !== undefined || (isKeptOpen ? wanted !== null : wantsCheckout && canOpen);

  const close = useCallback((): void => {
    setKeptOpen(false);
    onDone();
    setParams(
      (current) => {
        current.delete('buy');
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [setParams, onDone]);

  const reloadLater = useReloadAfter(close, wantsCheckout);

  useEffect(() => {
    if (isOpen) setKeptOpen(true);
  }, [isOpen]);
  useEffect(() => {
    if (canBuy !== false || isKeptOpen) return;
    // The title is delivered, so the note about its order is removed.
    undeliveredOrder.clear(item._id);
    setPaidOrder(null);
    if (wantsCheckout && !isGift) close();
  }, [canBuy, isKeptOpen, wantsCheckout, isGift, item._id, close]);

  if (isOpen)
    return (
      <Suspense>
        <BuyDialog
          key={pressed ? 'pressed' : 'asked'}
          item={item}
          isGift={isGift && !pressed}
          onePress={pressed}
          Login={Login}
          onClose={close}
          onLate={reloadLater}
        />
      </Suspense>
    );
  if (!paidOrder || !session || session.userId !== payer) return null;
  return (
    <DeliveryPending
      orderId={paidOrder}
      onClose={() => {
        undeliveredOrder.clear(item._id);
        setPaidOrder(null);
      }}
    />
  );
}
