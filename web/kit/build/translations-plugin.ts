import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { shortKey, type Translations } from '../src/language/translations.ts';

/** Short keys for texts without placeholders; the patterns of the others need their words. */
const withShortKeys = (translations: Translations): Translations =>
  Object.fromEntries(
    Object.entries(translations).map(([text, translation]) => [
      /\{#?\d\}/.test(text) ? text : shortKey(text),
      translation,
    ]),
  );

/**
 * Builds the tables of translations with short keys: the English texts are in the pages already, and were a third of a
 * table. @throws Error when two texts have the same key
 */
export const translationsPlugin = (): Plugin => {
  const texts = new Map<string, string>();
  return {
    name: 'satrangi-translations',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /\/src\/languages\/\w+\/[\w-]+\.json$/ },
      handler: (id) => {
        const translations: Translations = JSON.parse(readFileSync(id, 'utf8'));
        for (const text of Object.keys(translations)) {
          const key = shortKey(text);
          const other = texts.get(key) ?? text;
          if (other !== text) throw new Error(`one key for two texts: ${text} and ${other}`);
          texts.set(key, text);
        }
        return { code: JSON.stringify(withShortKeys(translations)), map: null };
      },
    },
  };
};
