import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from './api.ts';

/** Where a visitor is taken to be until something else is known. */
export const HOME_COUNTRY = 'IN';

/** How long anybody waits to be told where they are (checklist PAY-28). */
const LONGEST_MS = 3_000;

export const countryQuery = () =>
  queryOptions({
    queryKey: ['gateway', 'country'],
    queryFn: () => api.gateway.geo(undefined, { signal: AbortSignal.timeout(LONGEST_MS) }),
    select: ({ country_code }) => country_code,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** The visitor's country, undefined until it is known; India when nobody says in time. */
export const useCountry = (): string | undefined => {
  const detected = useQuery(countryQuery());
  return detected.data ?? (detected.isError ? HOME_COUNTRY : undefined);
};
