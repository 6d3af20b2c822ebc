/** Letters, languages (the most common first), letter width and line height in em of a script. */
const script = (name: string, langs: readonly string[], width: number, line = 1.22) => ({
  letters: new RegExp(`\\p{Script=${name}}`, 'gu'),
  langs,
  lang: langs[0] ?? 'en',
  width,
  line,
});

/** Scripts of the catalog. */
const scripts = [
  script('Devanagari', ['hi', 'mr', 'ne', 'sa'], 0.55),
  script('Tamil', ['ta'], 0.8),
  script('Bengali', ['bn', 'as'], 0.53),
  script('Arabic', ['ur'], 0.5, 2),
  script('Gujarati', ['gu'], 0.6),
  script('Telugu', ['te'], 0.72, 1.25),
  script('Kannada', ['kn'], 0.72, 1.25),
  script('Malayalam', ['ml'], 0.78, 1.25),
];
const latin = script('Latin', ['en'], 0.44, 0.94);

/** Letter `width` and `line` height of a text's script, in em. */
export const scriptOf = (text: string): { lang: string; width: number; line: number } =>
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

/** Letters that take width: combining marks do not. */
export const lettersOf = (text: string): number => text.replace(/\p{Mn}/gu, '').length;
