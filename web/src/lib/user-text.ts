import { scriptProps } from '@satrangi/kit';

/** `lang` and `dir` of words that a person typed, for other scripts than Latin. */
export const userTextProps = (text: string): { lang?: string; dir: 'ltr' | 'rtl' | 'auto' } => {
  const { lang, dir } = scriptProps(text);
  return lang === 'en' ? { dir: 'auto' } : { lang, dir };
};
