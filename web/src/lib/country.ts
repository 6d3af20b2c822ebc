import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from './api.ts';

/** Where a visitor is taken to be until something else is known. */
export const HOME_COUNTRY = 'IN';

export const countryQuery = () =>
  queryOptions({
    queryKey: ['gateway', 'country'],
    queryFn: () => api.gateway.geo(),
    select: ({ country_code }) => country_code,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** How long anybody waits to be told where they are (checklist PAY-28). */
const LONGEST_MS = 3_000;

/** The visitor's country, undefined until it is known; India when nobody says in time. */
export const useCountry = (): string | undefined => {
  const detected = useQuery(countryQuery());
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setLate, LONGEST_MS, true);
    return () => clearTimeout(timer);
  }, []);
  return detected.data ?? (isLate || detected.isError ? HOME_COUNTRY : undefined);
};

const regionNames = new Intl.DisplayNames(['en-IN'], { type: 'region', fallback: 'code' });

/** `Germany` for `DE`; the code itself when nobody knows it. */
export const placeName = (country: string): string => {
  try {
    return regionNames.of(country) ?? country;
  } catch {
    return country;
  }
};

/** Tells the account the country of this visit. Nobody waits for it and its failure is nobody's concern. */
export const rememberCountry = async (): Promise<void> => {
  try {
    const { country_code: country } = await api.gateway.geo();
    await api.identity.updateProfile({ body: { country } });
  } catch {
    // A hint for prices, nothing more.
  }
};
