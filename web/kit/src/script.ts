/** The scripts of the shelf: how a title says which one it is, its language tag and how wide its letters run. */
const scripts = [
  { pattern: /\p{Script=Devanagari}/u, lang: 'hi', langs: ['hi', 'mr', 'ne', 'sa'], width: 0.55, line: 1.22 },
  { pattern: /\p{Script=Tamil}/u, lang: 'ta', langs: ['ta'], width: 0.8, line: 1.22 },
  { pattern: /\p{Script=Bengali}/u, lang: 'bn', langs: ['bn', 'as'], width: 0.53, line: 1.22 },
  { pattern: /\p{Script=Arabic}/u, lang: 'ur', langs: ['ur'], width: 0.5, line: 2 },
  { pattern: /\p{Script=Gujarati}/u, lang: 'gu', langs: ['gu'], width: 0.6, line: 1.22 },
  { pattern: /\p{Script=Telugu}/u, lang: 'te', langs: ['te'], width: 0.72, line: 1.25 },
  { pattern: /\p{Script=Kannada}/u, lang: 'kn', langs: ['kn'], width: 0.72, line: 1.25 },
  { pattern: /\p{Script=Malayalam}/u, lang: 'ml', langs: ['ml'], width: 0.78, line: 1.25 },
] as const;

const latin = { lang: 'en', width: 0.44, line: 0.94 } as const;

/** Measures of the script a text is written in: `width` of a letter and `line` height, both in em. */
export const scriptOf = (text: string): { lang: string; width: number; line: number } =>
  scripts.find(({ pattern }) => pattern.test(text)) ?? latin;

/**
 * The language tag of a text: the language of its book when the script fits it, else the usual one of the
 * script. A Hindi title on an English book is `hi`, a Marathi one on a Marathi book stays `mr`, an author's name in
 * Latin letters on either is read as in India's English.
 */
export const langOf = (text: string, bookLanguage = 'en'): string => {
  const base = bookLanguage.toLowerCase().split('-')[0] ?? 'en';
  const script = scripts.find(({ pattern }) => pattern.test(text));
  if (script) return script.langs.some((lang) => lang === base) ? base : script.lang;
  return scripts.some(({ langs }) => langs.some((lang) => lang === base)) ? 'en-IN' : base;
};

/** `lang` and `dir` for the element that holds a title, an author or a tagline. */
export const scriptProps = (text: string, bookLanguage?: string): { lang: string; dir: 'ltr' | 'rtl' } => {
  const lang = langOf(text, bookLanguage);
  return { lang, dir: lang === 'ur' ? 'rtl' : 'ltr' };
};

/** Letters that take width: marks above and below a letter do not. */
export const lettersOf = (text: string): number => text.replace(/\p{Mn}/gu, '').length;
