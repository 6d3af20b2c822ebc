import { placeName } from '../../lib/country.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Codes that name no country: unions, tests, and places nobody has as an address. */
const none = new Set(['AC', 'CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'ZZ']);

/** Codes of former countries read as the country of today (`DD` as `DE`). */
const isOfToday = (code: string): boolean => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;

/** Every country by its code, in the order of the names. */
export const countries = (): readonly { readonly code: string; readonly name: string }[] =>
  [...letters]
    .flatMap((first) => [...letters].map((second) => first + second))
    .filter((code) => !none.has(code) && isOfToday(code))
    .map((code) => ({ code, name: placeName(code) }))
    .filter(({ code, name }) => name !== code)
    .sort((a, b) => a.name.localeCompare(b.name, 'en-IN'));
