import { mediaTypes, submissionStatusLabels } from '@satrangi/contracts/pure';
import { api } from '../../lib/api.ts';
import type { Entry } from './commands.ts';

const SHOWN = 3;

/** Records of one kind. */
export type Finder = {
  readonly label: string;
  readonly find: (text: string, signal: AbortSignal) => Promise<readonly Entry[]>;
};

const record = (tab: string, open: string, label: string, detail: string, query = ''): Entry => ({
  key: `${tab}:${open}`,
  label,
  detail,
  act: { to: `/?tab=${tab}${query}&open=${encodeURIComponent(open)}` },
  isKept: tab === 'media',
});

const kindLabel = (stored: string): string =>
  mediaTypes.find((each) => each.stored === stored)?.label ?? stored;

/** The searches of the palette. Each opens its record by the address. */
export const finders: readonly Finder[] = [
  {
    label: 'Media',
    find: async (q, signal) => {
      const query = { q, limit: SHOWN, offset: 0 };
      const { items } = await api.catalog.listEditorMedia({ query }, { signal });
      return items.map(({ _id, title, mediaType }) =>
        record('media', `${mediaType}:${_id}`, title, kindLabel(mediaType)),
      );
    },
  },
  {
    label: 'Orders',
    find: async (text, signal) => {
      const { orders } = await api.payments.searchOrders({ query: { text, pageSize: SHOWN } }, { signal });
      return orders.map(({ _id, number, paymentStatus }) => record('orders', _id, number, paymentStatus));
    },
  },
  {
    label: 'Users',
    find: async (q, signal) => {
      const query = { q, mask: 'true', limit: SHOWN } as const;
      const { items } = await api.identity.listUsers({ query }, { signal });
      return items.map(({ _id, name, email }) => record('users', _id, name, email ?? 'No address'));
    },
  },
  {
    label: 'Submissions',
    find: async (search, signal) => {
      // the smallest page of this list is 10
      const query = { search, pageSize: '10' } as const;
      const { results } = await api.publishing.listSubmissions({ query }, { signal });
      return results
        .slice(0, SHOWN)
        .map(({ _id, title, status }) => record('publishing', _id, title, submissionStatusLabels[status]));
    },
  },
  {
    label: 'Registrations',
    find: async (q, signal) => {
      const query = { q, page: 1, pageSize: SHOWN };
      const { results } = await api['virtual-run'].listRegistrations({ query }, { signal });
      return results.map(({ _id, displayName, activityType }) =>
        // the drawer shows a row of the list, so the list has to hold it
        record('events', _id, displayName, activityType, `&q=${encodeURIComponent(q)}`),
      );
    },
  },
];
