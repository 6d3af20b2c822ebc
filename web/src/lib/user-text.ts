import { scriptProps } from '@satrangi/kit';
import { interfaceLocale } from '@satrangi/kit/language/language';

/** `lang` and `dir` of words that a person typed, unless they are in Latin letters on an English page. */
export const userTextProps = (text: string): { lang?: string; dir: 'ltr' | 'rtl' | 'auto' } => {
  const { lang, dir } = scriptProps(text);
  if (lang !== 'en') return { lang, dir };
  return interfaceLocale().startsWith('en') ? { dir: 'auto' } : { lang, dir: 'auto' };
};
