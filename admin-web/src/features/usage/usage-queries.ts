import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { readUsage } from './read-usage.ts';

/** The usage of one month of Kolkata, `2026-11`. */
export const usageQuery = (month: string) =>
  queryOptions({
    queryKey: ['usage', month],
    queryFn: async ({ signal }) =>
      readUsage(await api['analytics-usage'].getUsage({ query: { month } }, { signal })),
  });
