/** Languages of the shelf. `Intl` knows all of them and needs 60 ms on a slow phone before it says the first name. */
const languageNames = new Map([
  ['en', 'English'],
  ['hi', 'Hindi'],
  ['mr', 'Marathi'],
  ['ta', 'Tamil'],
  ['bn', 'Bangla'],
  ['ur', 'Urdu'],
]);

/** `Tamil` for `ta`; the tag itself when nobody knows it. */
export const languageName = (tag: string): string => {
  try {
    const known = languageNames.get(tag);
    return known ?? new Intl.DisplayNames(['en-IN'], { type: 'language', fallback: 'code' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
};
