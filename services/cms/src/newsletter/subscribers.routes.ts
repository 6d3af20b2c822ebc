import { type Handlers, rowsOf, sendCsv } from '@satrangi/chassis';
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
  downloadSubscribers: (_input, _caller, { response }) =>
    sendCsv(
      response,
      'subscribers.csv',
      ['email', 'askedAt', 'confirmedAt'],
      rowsOf(subscribers.allActive(), ({ email, askedAt, confirmedAt }) => [
        email,
        askedAt,
        confirmedAt ?? '',
      ]),
    ),
});
