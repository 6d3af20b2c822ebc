import type { ParkedRow } from '@satrangi/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** The services whose parked messages are shown. */
export const parkedServices = [
  'identity',
  'catalog',
  'library',
  'payments',
  'cms',
  'publishing',
  'concierge',
  'analytics-usage',
  'virtual-run',
] as const;
export type ParkedService = (typeof parkedServices)[number];

export type Parked = { readonly items: readonly ParkedRow[]; readonly total: number };

export const PARKED_KEY = ['parked'];

/** The parked messages of one service. */
export const parkedQuery = (service: ParkedService) =>
  queryOptions({
    queryKey: [...PARKED_KEY, service],
    queryFn: ({ signal }): Promise<Parked> => api[service].listParked(undefined, { signal }),
  });

/** How many messages of all services are parked. */
export const countParked = async (signal: AbortSignal): Promise<number> => {
  const all = await Promise.all(
    parkedServices.map((service) => api[service].listParked(undefined, { signal })),
  );
  return all.reduce((sum, { total }) => sum + total, 0);
};
