import type { MediaItem } from '@satrangi/contracts';
import { Dialog } from '@satrangi/kit';
import { lazy, Suspense, useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { kinds } from '../../lib/kinds.ts';
import { paths } from '../../lib/paths.ts';
import { CardName } from '../../lib/payments/card-name.tsx';
import { PaymentLayer } from '../../lib/payments/payment-layer.tsx';
import type { ReauthLogin } from '../../lib/payments/use-reauthentication.ts';
import { CheckoutForm } from './checkout-form.tsx';
import { type CheckoutState, checkoutTexts, type OnePress } from './checkout-state.ts';
import { OrderLine } from './order-line.tsx';
import { PurchaseDone } from './purchase-done.tsx';
import { useCheckout } from './use-checkout.ts';

const CardDialog = lazy(async () => ({
  default: (await import('../../lib/payments/card-dialog.tsx')).CardDialog,
}));

const titleOf = ({ mediaType }: MediaItem, isOwned: boolean, isGift: boolean): string => {
  if (isOwned) return "It's yours";
  return isGift ? 'Give it to somebody' : `Buy ${kinds[mediaType].name}`;
};

/** What goes on while there is nothing to do for the buyer. */
function Progress({ state }: { state: CheckoutState }) {
  if (state.step === 'settling') return <p role="status">{checkoutTexts.settling}</p>;
  if (state.step !== 'charging') return null;
  return (
    <p role="status">
      Paying with <CardName card={state.card} />…
    </p>
  );
}

/**
 * Checkout of a title, from the buyer's details to delivery. A paid gift leads to its order, which has the code. `onClose` removes `?buy=1` from the address; `onLate` is
 * called when an order is paid but its title is not delivered yet.
 */
export function CheckoutDialog({
  item,
  isGift,
  onePress,
  Login,
  onClose,
  onLate,
}: {
  item: MediaItem;
  isGift: boolean;
  /** Pays at once with the stored card. */
  onePress?: OnePress | undefined;
  /** The login shown over the dialog when the session ends during payment. */
  Login: ReauthLogin;
  onClose: () => void;
  onLate: () => void;
}) {
  const checkout = useCheckout(item, isGift, onePress);
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
  const title = titleOf(item, state.step === 'owned', isGift);
  const isWaiting = state.step === 'settling' || state.step === 'charging';
  // A charge that runs may still be taken: it cannot be closed. The login is in the top layer, above an inert page.
  if (state.step === 'charging' && !checkout.loginRequest)
    return (
      <PaymentLayer title={title}>
        <OrderLine item={item} />
        <Progress state={state} />
      </PaymentLayer>
    );
  return (
    <>
      <Dialog open onClose={onClose} title={title}>
        {state.step === 'owned' ? (
          <PurchaseDone item={item} />
        ) : (
          <>
            <OrderLine item={item} />
            <Progress state={state} />
            <div hidden={isWaiting}>
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
