import type { MediaItem } from '@satrangi/contracts';
import { Dialog } from '@satrangi/kit';
import { lazy, Suspense, useEffect } from 'react';
import { kinds } from '../../lib/kinds.ts';
import type { LoginAgain } from '../../lib/payments/use-login-again.ts';
import { Bought } from './bought.tsx';
import { BuyForm } from './buy-form.tsx';
import { OrderLine } from './order-line.tsx';
import { checkoutTexts, useCheckout } from './use-checkout.ts';

const CardDialog = lazy(async () => ({
  default: (await import('../../lib/payments/card-dialog.tsx')).CardDialog,
}));

/**
 * Buying a title, from the buyer's details to reading it. `onClose` takes the wish to buy out of the address;
 * `onLate` hears when an order is paid and its title still on its way.
 */
export function BuyDialog({
  item,
  Login,
  onClose,
  onLate,
}: {
  item: MediaItem;
  /** Stands over the dialog when the session ends while paying. */
  Login: LoginAgain;
  onClose: () => void;
  onLate: () => void;
}) {
  const checkout = useCheckout(item);
  const { stage, wish } = checkout;
  const isLate = stage.at === 'paid';
  useEffect(() => {
    if (isLate) onLate();
  }, [isLate, onLate]);

  if (stage.at === 'outside') return null;
  if (stage.at === 'card' && wish)
    return (
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
    );
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title={stage.at === 'owned' ? "It's yours" : `Buy ${kinds[item.mediaType].name}`}
      >
        {stage.at === 'owned' ? (
          <Bought item={item} />
        ) : (
          <>
            <OrderLine item={item} />
            {stage.at === 'settling' && <p role="status">{checkoutTexts.settling}</p>}
            <div hidden={stage.at === 'settling'}>
              <BuyForm item={item} checkout={checkout} verb="Pay" />
            </div>
          </>
        )}
      </Dialog>
      {checkout.login && (
        <Suspense>
          <Login onDone={checkout.login.done} />
        </Suspense>
      )}
    </>
  );
}
