import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

export const kpisQuery = queryOptions({
  queryKey: ['analytics', 'kpis'],
  queryFn: ({ signal }) => api['analytics-usage'].getKpis(undefined, { signal }),
});

export const eventsQuery = queryOptions({
  queryKey: ['analytics', 'events'],
  queryFn: ({ signal }) => api['analytics-usage'].listRecentEvents(undefined, { signal }),
});

/** The last sends of letters. Live progress makes everything below `letters` stale. */
export const sendsQuery = queryOptions({
  queryKey: ['letters', 'sends'],
  queryFn: ({ signal }) => api.cms.listSends(undefined, { signal }),
});
