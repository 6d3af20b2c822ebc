import type { AdminOrder } from '@satrangi/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { MATCHING_SIZE } from '../../lib/bulk-progress.ts';

type Search = NonNullable<NonNullable<Parameters<typeof api.payments.searchOrders>[0]>['query']>;

export const ordersQuery = (query: Search) =>
  queryOptions({
    queryKey: ['payments', 'orders', query],
    queryFn: ({ signal }) => api.payments.searchOrders({ query }, { signal }),
    placeholderData: keepPreviousData,
  });

/** All orders of a filter. */
export const matchingOrders = (query: Search) => ({
  scope: JSON.stringify(query),
  count: async (signal: AbortSignal): Promise<number> =>
    (await api.payments.searchOrders({ query: { ...query, pageSize: 1 } }, { signal })).total,
  size: MATCHING_SIZE,
  readPage: async (page: number): Promise<readonly AdminOrder[]> =>
    (await api.payments.searchOrders({ query: { ...query, page: page + 1, pageSize: MATCHING_SIZE } }))
      .orders,
});

/** One order by its id; null when there is none. */
export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['payments', 'order', orderId],
    queryFn: async ({ signal }): Promise<AdminOrder | null> => {
      const { orders } = await api.payments.searchOrders({ query: { text: orderId } }, { signal });
      return orders.find(({ _id }) => _id === orderId) ?? null;
    },
  });

export const reconciliationsQuery = queryOptions({
  queryKey: ['payments', 'reconciliations'],
  queryFn: ({ signal }) => api.payments.listReconciliations(undefined, { signal }),
});
