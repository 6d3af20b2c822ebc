import { type QueryClient, QueryObserver, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { api } from './api.ts';

/** The assumed country until another one is known. */
export const HOME_COUNTRY = 'IN';

/** Timeout of the country lookup (checklist PAY-28). */
const TIMEOUT_MS = 3_000;

/** `address` is the country of the IP address after the visitor chose another country to pay from. */
type VisitorPlace = { readonly country_code: string; readonly detected?: string };

/** The visitor's country: the one they chose to pay from, or the one of their IP address. All prices follow it. */
export const countryQuery = () =>
  queryOptions({
    queryKey: ['gateway', 'country'],
    queryFn: (): Promise<VisitorPlace> =>
      api.gateway.geo(undefined, { signal: AbortSignal.timeout(TIMEOUT_MS) }),
    select: ({ country_code }) => country_code,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** Sets the country the visitor pays from; all prices change to its currency. */
export const chooseCountry = (client: QueryClient, country: string): void => {
  client.setQueryData(countryQuery().queryKey, (previous) => {
    const detected = previous?.detected ?? previous?.country_code;
    return { country_code: country, ...(detected ? { detected } : {}) };
  });
};

/** The country of the IP address, whatever the visitor chose; undefined while it is unknown. */
export const addressCountry = (client: QueryClient): string | undefined => {
  const place = client.getQueryData(countryQuery().queryKey);
  return place?.detected ?? place?.country_code;
};

const observeCountry = (client: QueryClient) => {
  const observer = new QueryObserver(client, countryQuery());
  return {
    subscribe: (changed: () => void) => observer.subscribe(changed),
    country: (): string | undefined => {
      const { data, isError } = observer.getCurrentResult();
      return data ?? (isError ? HOME_COUNTRY : undefined);
    },
  };
};

/** One observer for all prices of a page: each costs a slow phone a millisecond. */
const observers = new WeakMap<QueryClient, ReturnType<typeof observeCountry>>();

/** The visitor's country; undefined while it is loading, India when the lookup fails. */
export const useCountry = (): string | undefined => {
  const client = useQueryClient();
  const observer = observers.get(client) ?? observeCountry(client);
  observers.set(client, observer);
  return useSyncExternalStore(observer.subscribe, observer.country);
};
