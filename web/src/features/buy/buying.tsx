import type { MediaItem } from '@satrangi/contracts';
import { buttonLook, Dialog } from '@satrangi/kit';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import type { LoginAgain } from '../../lib/payments/use-login-again.ts';
import { useSession } from '../../lib/session.ts';
import { paidNote } from './paid-note.ts';
import { page } from './settle.ts';
import { wantsToBuy } from './start-buying.ts';

const BuyDialog = lazy(async () => ({ default: (await import('./buy-dialog.tsx')).BuyDialog }));

function OnItsWay({ orderId, onClose }: { orderId: string; onClose: () => void }) {
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

/**
 * Buying on the page of a title: the dialog stands open while the address says `buy=1`, for somebody signed in who
 * does not have the title yet, and stays to the end once it was opened.
 * @param canBuy is it known that this reader may buy it? Undefined while that is asked
 */
export function Buying({
  item,
  canBuy,
  Login,
}: {
  item: MediaItem;
  canBuy: boolean | undefined;
  Login: LoginAgain;
}) {
  const [params, setParams] = useSearchParams();
  const session = useSession();
  const wants = wantsToBuy(params, session?.token ?? null);
  const [isHeld, setHeld] = useState(false);
  const [paidOrder, setPaidOrder] = useState(() => paidNote.read(item._id));
  // Once open it stays, also when the session ends: what was typed is not lost, and paying asks for the login.
  const isOpen = isHeld ? params.get('buy') === '1' : wants && canBuy === true;

  const close = useCallback((): void => {
    setHeld(false);
    setParams(
      (before) => {
        before.delete('buy');
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [setParams]);

  const [isLate, setLate] = useState(false);
  const startAfresh = useCallback((): void => {
    setLate(true);
    close();
  }, [close]);
  useEffect(() => {
    // Only once the wish has left the address: the page that comes must not ask to buy again.
    if (isLate && !wants) page.reload();
  }, [isLate, wants]);

  useEffect(() => {
    if (isOpen) setHeld(true);
  }, [isOpen]);
  useEffect(() => {
    if (canBuy !== false || isHeld) return;
    // The title is here: what was remembered of its order is done with.
    paidNote.clear(item._id);
    setPaidOrder(null);
    if (wants) close();
  }, [canBuy, isHeld, wants, item._id, close]);

  if (isOpen)
    return (
      <Suspense>
        <BuyDialog item={item} Login={Login} onClose={close} onLate={startAfresh} />
      </Suspense>
    );
  if (!paidOrder || !session) return null;
  return (
    <OnItsWay
      orderId={paidOrder}
      onClose={() => {
        paidNote.clear(item._id);
        setPaidOrder(null);
      }}
    />
  );
}
