import '@satrangi/kit/interface-devanagari.css';
import type { Language } from '@satrangi/kit/language/language';
import { createTranslateProps } from '@satrangi/kit/language/translate-element';
import { createTranslationOf, type Translations } from '@satrangi/kit/language/translations';

/** By area of the interface; `deploy/tools/check-translations.mjs` finds texts that are missing or unused. */
const areas = import.meta.glob<Translations>('./hindi/*.json', { eager: true, import: 'default' });

const translations: Translations = Object.assign({}, ...Object.values(areas));

export const hindi: Language = {
  locale: 'hi-IN',
  translateProps: createTranslateProps(createTranslationOf(translations)),
};
