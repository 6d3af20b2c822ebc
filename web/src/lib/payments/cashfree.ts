import { loadScript } from '../load-script.ts';
import type { PaymentOptions } from './payments-queries.ts';

/**
 * Opens Cashfree's checkout over the page. The package injects the provider's script when it is imported, so it is
 * imported here only; in sandbox mode the stand-in script is loaded first.
 * @returns the result of the window; only the server confirms a payment
 * @throws Error when the provider's script does not load
 */
export const openCashfree = async (
  paymentSessionId: string,
  { sandbox, cashfreeMode }: Pick<PaymentOptions, 'sandbox' | 'cashfreeMode'>,
): Promise<'finished' | 'closed'> => {
  if (sandbox) await loadScript('/sandbox/cashfree.js');
  const { load } = await import('@cashfreepayments/cashfree-js');
  const cashfree = await load({ mode: cashfreeMode });
  if (!cashfree) throw new Error('Cashfree did not load');
  const result = await cashfree.checkout({ paymentSessionId, redirectTarget: '_modal' });
  return result.error ? 'closed' : 'finished';
};
