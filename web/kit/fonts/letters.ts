import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const content = join(import.meta.dirname, '..', '..', '..', 'deploy', 'seed', 'content');

/** Every title and other title of the shelf, of every kind, one after another. */
const titles = readdirSync(content, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .map((name) => {
    const { title, altTitle } = JSON.parse(readFileSync(join(content, name), 'utf8'));
    return `${title}${altTitle ?? ''}`;
  })
  .join('');

const lettersOf = (script: RegExp): string => [...new Set(titles.match(script) ?? [])].sort().join('');

/** Letters of each script that stand in a title, by the name of the font file that draws them. */
export const titleLetters = (): Record<string, string> => ({
  'anek-devanagari-titles': lettersOf(/[\u0900-\u097f]/g),
  'anek-tamil-titles': lettersOf(/[\u0b80-\u0bff]/g),
  'anek-bangla-titles': lettersOf(/[\u0980-\u09ff]/g),
  'nastaliq-titles': lettersOf(/[\u0600-\u06ff]/g),
});
