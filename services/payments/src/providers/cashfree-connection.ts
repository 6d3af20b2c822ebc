import { answerOfStatus, type Connection, lazily } from '@satrangi/chassis';
import { type CashfreeSettings, connectCashfree } from './cashfree.ts';
import { answerOf } from './cashfree-call.ts';

/** No order has this id: Cashfree answers 404 to a client that it accepts. */
const NO_ORDER = 'connection-check-of-no-order';

export const cashfreeConnection = (settings: CashfreeSettings): Connection => {
  const cashfree = lazily(() => connectCashfree(settings));
  const readStatus = async (): Promise<number> => {
    try {
      const client = await cashfree();
      return (await client.PGFetchOrder(NO_ORDER)).status;
    } catch (error) {
      const answer = answerOf(error);
      // the SDK's error contains the request with its secret
      if (!answer) throw new Error('cashfree did not answer');
      return answer.status;
    }
  };
  return {
    id: 'cashfree',
    name: 'Cashfree',
    purpose: 'Payments in India',
    area: 'money',
    missing: [],
    isSandbox: Boolean(settings.CASHFREE_BASE_URL) || settings.CASHFREE_MODE === 'sandbox',
    check: async () =>
      answerOfStatus(await readStatus(), {
        name: 'Cashfree',
        accepted: [200, 404],
        settings: ['CASHFREE_CLIENT_ID', 'CASHFREE_CLIENT_SECRET', 'CASHFREE_MODE'],
      }),
  };
};
