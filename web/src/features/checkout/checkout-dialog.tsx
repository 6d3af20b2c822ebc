import type { MediaItem } from '@satrangi/contracts';
import { Dialog } from '@satrangi/kit';
import { lazy, Suspense, useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { kinds } from '../../lib/kinds.ts';
import { paths } from '../../lib/paths.ts';
import type { ReauthLogin } from '../../lib/payments/use-reauthentication.ts';
import { CheckoutForm } from './checkout-form.tsx';
import { OrderLine } from './order-line.tsx';
import { PurchaseDone } from './purchase-done.tsx';
import { checkoutTexts, useCheckout } from './use-checkout.ts';

const CardDialog = lazy(async () => ({
  default: (await import('../../lib/payments/card-dialog.tsx')).CardDialog,
}));

const titleOf = ({ mediaType }: MediaItem, isOwned: boolean, isGift: boolean): string => {
  if (isOwned) return "It's yours";
  return isGift ? 'Give it to somebody' : `Buy ${kinds[mediaType].name}`;
};

/**
 * Checkout of a title, from the buyer's details to delivery. A paid gift leads to its order, which has the code. `onClose` removes `?buy=1` from the address; `onLate` is
 * called when an order is paid but its title is not delivered yet.
 */
export function CheckoutDialog({
  item,
  isGift,
  Login,
  onClose,
  onLate,
}: {
  item: MediaItem;
  isGift: boolean;
  /** The login shown over the dialog when the session ends during payment. */
  Login: ReauthLogin;
  onClose: () => void;
  onLate: () => void;
}) {
  const checkout = useCheckout(item, isGift);
  const { state, attempt } = checkout;
  const isLate = state.step === 'paid';
  useEffect(() => {
    if (isLate) onLate();
  }, [isLate, onLate]);

  if (state.step === 'outside') return null;
  if (state.step === 'given') return <Navigate to={paths.order(state.orderId)} replace />;
  if (state.step === 'card' && attempt)
    return (
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
    );
  return (
    <>
      <Dialog open onClose={onClose} title={titleOf(item, state.step === 'owned', isGift)}>
        {state.step === 'owned' ? (
          <PurchaseDone item={item} />
        ) : (
          <>
            <OrderLine item={item} />
            {state.step === 'settling' && <p role="status">{checkoutTexts.settling}</p>}
            <div hidden={state.step === 'settling'}>
              <CheckoutForm item={item} checkout={checkout} isGift={isGift} verb="Pay" />
            </div>
          </>
        )}
      </Dialog>
      {checkout.loginRequest && (
        <Suspense>
          <Login onDone={checkout.loginRequest.done} />
        </Suspense>
      )}
    </>
  );
}
