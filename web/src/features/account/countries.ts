import { interfaceLocale } from '@satrangi/kit/language/language';
import { countryName } from '../../lib/country.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Codes that are not countries: unions, test codes, and places without postal addresses. */
const excludedCodes = new Set([
  'AC',
  'CP',
  'CQ',
  'DG',
  'EA',
  'EU',
  'EZ',
  'IC',
  'QO',
  'TA',
  'UN',
  'XA',
  'XB',
  'ZZ',
]);

/** Codes of former countries canonicalize to the current one (`DD` to `DE`). */
const isCurrent = (code: string): boolean => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;

/** All countries, sorted by name. */
export const countries = (): readonly { readonly code: string; readonly name: string }[] =>
  [...letters]
    .flatMap((first) => [...letters].map((second) => first + second))
    .filter((code) => !excludedCodes.has(code) && isCurrent(code))
    .map((code) => ({ code, name: countryName(code) }))
    .filter(({ code, name }) => name !== code)
    .sort((a, b) => a.name.localeCompare(b.name, interfaceLocale()));
