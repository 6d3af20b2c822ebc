/** Letters, languages (the most common first) and line height in em of a script. */
const script = (name: string, langs: readonly string[], line = 1.22) => ({
  letters: new RegExp(`\\p{Script=${name}}`, 'gu'),
  langs,
  lang: langs[0] ?? 'en',
  line,
});

/** Scripts of the catalog. */
const scripts = [
  script('Devanagari', ['hi', 'mr', 'ne', 'sa']),
  script('Tamil', ['ta']),
  script('Bengali', ['bn', 'as']),
  script('Arabic', ['ur'], 2),
  script('Gujarati', ['gu']),
  script('Telugu', ['te'], 1.25),
  script('Kannada', ['kn'], 1.25),
  script('Malayalam', ['ml'], 1.25),
];
const latin = script('Latin', ['en'], 0.94);

/** `line` height of a text's script, in em. */
export const scriptOf = (text: string): { lang: string; line: number } =>
  scripts.find(({ letters }) => text.search(letters) >= 0) ?? latin;

const count = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0;

/**
 * The language tag of a text, by the script of most of its letters: the language of its book when that uses the
 * script, otherwise the script's most common one. A Hindi title on an English book is `hi`, a Marathi one on a
 * Marathi book stays `mr`, an author's name in Latin letters on either is `en-IN`.
 */
export const langOf = (text: string, bookLanguage = 'en'): string => {
  const base = bookLanguage.toLowerCase().split('-')[0] ?? 'en';
  const latinCount = count(text, latin.letters);
  const dominant = scripts.find(({ letters }) => count(text, letters) > latinCount);
  if (dominant) return dominant.langs.includes(base) ? base : dominant.lang;
  return scripts.some(({ langs }) => langs.includes(base)) ? 'en-IN' : base;
};

/** `lang` and `dir` for the element of a title, an author or a tagline. */
export const scriptProps = (text: string, bookLanguage?: string): { lang: string; dir: 'ltr' | 'rtl' } => {
  const lang = langOf(text, bookLanguage);
  return { lang, dir: lang === 'ur' ? 'rtl' : 'ltr' };
};
