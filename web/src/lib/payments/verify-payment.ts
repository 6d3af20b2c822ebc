import { ApiError } from '@satrangi/contracts/pure';
import { api } from '../api.ts';

const MAX_TRIES = 3;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Retries on network and server errors; a refusal is final. */
const retry = async <T>(call: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      const isRefusal = error instanceof ApiError && error.status < 500;
      if (isRefusal || tries === MAX_TRIES) throw error;
      await sleep(1_000);
    }
  }
};

/** The order's status after the server verified it with Cashfree. Polls while it is pending. */
export const verifyCashfree = async (orderId: string, tries = MAX_TRIES): Promise<string> => {
  for (let polls = 1; ; polls += 1) {
    const { status } = await retry(() => api.payments.verifyCashfree({ body: { orderId } }));
    if (status !== 'pending' || polls >= tries) return status;
    await sleep(1_000);
  }
};

/** Details sent beside the payment id; the server decides by the id alone. */
type ConfirmDetails = Omit<
  NonNullable<Parameters<typeof api.payments.confirmStripe>[0]>['body'],
  'paymentIntentId'
>;

/** The payment's status after the server verified it with Stripe. */
export const confirmStripe = async (
  paymentIntentId: string,
  details: ConfirmDetails = {},
): Promise<string> => {
  const { status } = await retry(() => api.payments.confirmStripe({ body: { paymentIntentId, ...details } }));
  return status;
};
