import type { ParkedRow } from '@satrangi/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';
import { type ServiceName, serviceNames } from './service-names.ts';

export type Parked = { readonly items: readonly ParkedRow[]; readonly total: number };

export const PARKED_KEY = ['parked'];

/** The parked messages of one service. */
export const parkedQuery = (service: ServiceName) =>
  queryOptions({
    queryKey: [...PARKED_KEY, service],
    queryFn: ({ signal }): Promise<Parked> => api[service].listParked(undefined, { signal }),
  });

/** How many messages of all services are parked. */
export const countParked = async (signal: AbortSignal): Promise<number> => {
  const all = await Promise.all(
    serviceNames.map((service) => api[service].listParked(undefined, { signal })),
  );
  return all.reduce((sum, { total }) => sum + total, 0);
};
