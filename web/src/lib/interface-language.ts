import { interfaceLocale, setLanguage } from '@satrangi/kit/language/language';
import { preferences } from './preferences.ts';

/** Loads the chosen language, for the elements that are created from now on. @throws when it cannot be loaded */
export const loadLanguage = async (): Promise<void> => {
  const isHindi = preferences.get().language === 'hi';
  setLanguage(isHindi ? (await import('../languages/hindi.ts')).hindi : null);
  document.documentElement.lang = interfaceLocale();
};
