import { loadScript } from '../load-script.ts';
import type { PaymentOptions } from './payments-queries.ts';

/**
 * Opens Cashfree's checkout over the page. Nothing of it is loaded before this is called: the package injects the
 * provider's script when it is imported, unless the stand-in of the sandbox is there already.
 * @returns what the buyer did as far as the window knows; only the server knows whether money moved
 * @throws Error when the provider's script does not come
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
