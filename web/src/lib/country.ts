import { interfaceLocale } from '@satrangi/kit/language/language';
import { api } from './api.ts';

let regionNames: Intl.DisplayNames | undefined;
let namedIn = '';

/** `Germany` for `DE`; the code itself when it is unknown. */
export const countryName = (country: string): string => {
  try {
    const locale = interfaceLocale();
    if (!regionNames || namedIn !== locale)
      regionNames = new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' });
    namedIn = locale;
    return regionNames.of(country) ?? country;
  } catch {
    return country;
  }
};

/** Saves the visitor's country in the account. Not awaited; a failure is ignored. */
export const saveCountry = async (): Promise<void> => {
  try {
    const { country_code: country } = await api.gateway.geo();
    await api.identity.updateProfile({ body: { country } });
  } catch {
    // The country is only a hint for prices.
  }
};
