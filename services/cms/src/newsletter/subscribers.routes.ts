import { BYTE_ORDER_MARK, csvLine, type Handlers } from '@satrangi/chassis';
import { maskedEmail, normaliseEmail, type subscribersApi } from '@satrangi/contracts';
import type { SubscribersStore } from './subscribers.store.ts';

/** What the back office reads of subscribers. */
export const subscriberRoutes = (subscribers: SubscribersStore): Handlers<typeof subscribersApi> => ({
  listSubscribers: async ({ query: { q, state, page, pageSize } }) => {
    const email = q ? (normaliseEmail(q) ?? q) : undefined;
    const range = { skip: (page - 1) * pageSize, limit: pageSize };
    const [{ found, total }, readers] = await Promise.all([
      subscribers.list({ email, state }, range),
      subscribers.countActive(),
    ]);
    return {
      results: found.map(({ _id, email: address, state: present, askedAt, confirmedAt }) => ({
        ...{ _id, state: present, askedAt, confirmedAt },
        email: maskedEmail(address),
      })),
      ...{ total, readers, page, pageSize },
    };
  },
  downloadSubscribers: async (_input, _caller, { response }) => {
    response.set({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="subscribers.csv"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    response.write(BYTE_ORDER_MARK + csvLine(['email', 'askedAt', 'confirmedAt']));
    for await (const { email, askedAt, confirmedAt } of subscribers.allActive()) {
      if (response.destroyed) return;
      if (!response.write(csvLine([email, askedAt, confirmedAt ?? ''])))
        await new Promise((resolve) => response.once('drain', resolve).once('close', resolve));
    }
    response.end();
  },
});
