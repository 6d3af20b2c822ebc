import { ApiError } from '@satrangi/contracts/pure';
import { api } from '../api.ts';

const TRIES = 3;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks again while nobody answers; a refusal is an answer. */
const persist = async <T>(ask: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      const isAnswer = error instanceof ApiError && error.status < 500;
      if (isAnswer || tries === TRIES) throw error;
      await sleep(1_000);
    }
  }
};

/** How an order stands according to the server, who asked Cashfree itself. Asked a few times while it is pending. */
export const verifyCashfree = async (orderId: string, tries = TRIES): Promise<string> => {
  for (let asked = 1; ; asked += 1) {
    const { status } = await persist(() => api.payments.verifyCashfree({ body: { orderId } }));
    if (status !== 'pending' || asked >= tries) return status;
    await sleep(1_000);
  }
};

/** What a page says beside the payment's id; only the id decides. */
type Said = Omit<NonNullable<Parameters<typeof api.payments.confirmStripe>[0]>['body'], 'paymentIntentId'>;

/** How a card payment stands according to the server, who asked Stripe itself. */
export const confirmStripe = async (paymentIntentId: string, said: Said = {}): Promise<string> => {
  const { status } = await persist(() => api.payments.confirmStripe({ body: { paymentIntentId, ...said } }));
  return status;
};
