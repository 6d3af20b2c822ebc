import type { ConnectionRow } from '@satrangi/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';
import type { ServiceName } from './service-names.ts';

export const CONNECTIONS_KEY = ['connections'];
/** A check is shown for this time, so that coming back to the page calls no provider again. */
const CHECK_STAYS_MS = 60_000;

/** A connection and the service that has it. */
export type Connection = ConnectionRow & { readonly service: ServiceName };

/** The connections of one service, without calling any of them. */
export const connectionsQuery = (service: ServiceName) =>
  queryOptions({
    queryKey: [...CONNECTIONS_KEY, 'of', service],
    queryFn: async ({ signal }): Promise<Connection[]> =>
      (await api[service].listConnections(undefined, { signal })).items.map((row) => ({ ...row, service })),
    staleTime: CHECK_STAYS_MS,
  });

/** A live check of one connection. */
export const checkQuery = ({ service, id }: Pick<Connection, 'service' | 'id'>) =>
  queryOptions({
    queryKey: [...CONNECTIONS_KEY, 'check', service, id],
    queryFn: ({ signal }) => api[service].checkConnection({ params: { connection: id } }, { signal }),
    staleTime: CHECK_STAYS_MS,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
