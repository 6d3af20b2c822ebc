import { type QueryClient, QueryObserver, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { api } from './api.ts';

/** Where a visitor is taken to be until something else is known. */
export const HOME_COUNTRY = 'IN';

/** How long anybody waits to be told where they are (checklist PAY-28). */
const LONGEST_MS = 3_000;

/** `address` is the country of the visitor's address once they chose another one to pay from. */
type Place = { readonly country_code: string; readonly address?: string };

/** The country the visitor is in, or the one they pay from once they chose it: every price follows it. */
export const countryQuery = () =>
  queryOptions({
    queryKey: ['gateway', 'country'],
    queryFn: (): Promise<Place> => api.gateway.geo(undefined, { signal: AbortSignal.timeout(LONGEST_MS) }),
    select: ({ country_code }) => country_code,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** The visitor pays from this country: from now on every price on every page is in its currency. */
export const chooseCountry = (client: QueryClient, country: string): void => {
  client.setQueryData(countryQuery().queryKey, (before) => {
    const address = before?.address ?? before?.country_code;
    return { country_code: country, ...(address ? { address } : {}) };
  });
};

/** The country of the visitor's address, whatever they chose; undefined while it is not known. */
export const addressCountry = (client: QueryClient): string | undefined => {
  const place = client.getQueryData(countryQuery().queryKey);
  return place?.address ?? place?.country_code;
};

const watch = (client: QueryClient) => {
  const observer = new QueryObserver(client, countryQuery());
  return {
    subscribe: (changed: () => void) => observer.subscribe(changed),
    country: (): string | undefined => {
      const { data, isError } = observer.getCurrentResult();
      return data ?? (isError ? HOME_COUNTRY : undefined);
    },
  };
};

/** One for all prices of a page: an observer each costs a slow phone a millisecond. */
const watched = new WeakMap<QueryClient, ReturnType<typeof watch>>();

/** The visitor's country, undefined until it is known; India when nobody says in time. */
export const useCountry = (): string | undefined => {
  const client = useQueryClient();
  const known = watched.get(client) ?? watch(client);
  watched.set(client, known);
  return useSyncExternalStore(known.subscribe, known.country);
};
