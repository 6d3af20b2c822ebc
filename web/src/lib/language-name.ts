import { interfaceLocale, textInLanguage } from '@satrangi/kit/language/language';

/** English names of the catalog's languages. `Intl` has all of them but takes 60 ms for the first one on a slow phone. */
const languageNames = new Map([
  ['en', 'English'],
  ['hi', 'Hindi'],
  ['mr', 'Marathi'],
  ['ta', 'Tamil'],
  ['bn', 'Bangla'],
  ['ur', 'Urdu'],
]);

/** `Tamil` for `ta`; the tag itself when it is unknown. */
export const languageName = (tag: string): string => {
  try {
    const known = languageNames.get(tag);
    if (known) return textInLanguage(known);
    return new Intl.DisplayNames([interfaceLocale()], { type: 'language', fallback: 'code' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
};
