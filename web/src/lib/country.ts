import { api } from './api.ts';

let regionNames: Intl.DisplayNames | undefined;

/** `Germany` for `DE`; the code itself when nobody knows it. */
export const placeName = (country: string): string => {
  try {
    regionNames ??= new Intl.DisplayNames(['en-IN'], { type: 'region', fallback: 'code' });
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
