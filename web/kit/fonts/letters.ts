import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const content = join(import.meta.dirname, '..', '..', '..', 'deploy', 'seed', 'content');

/** Content whose titles are drawn with the whole fonts of their scripts: posts (blogs.module.css), works sent in. */
const wholeFonts = ['blogs', 'submissions'];

/** All titles and alternative titles of the demo items, concatenated. */
const titles = readdirSync(content, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json') && !wholeFonts.some((folder) => name.startsWith(folder)))
  .map((name) => {
    const { title, altTitle } = JSON.parse(readFileSync(join(content, name), 'utf8'));
    return `${title}${altTitle ?? ''}`;
  })
  .join('');

const lettersOf = (script: RegExp): string => [...new Set(titles.match(script) ?? [])].sort().join('');

/** Letters of each script used in titles, by font file. */
export const titleLetters = (): Record<string, string> => ({
  'anek-devanagari-titles': lettersOf(/[\u0900-\u097f]/g),
  'anek-tamil-titles': lettersOf(/[\u0b80-\u0bff]/g),
  'anek-bangla-titles': lettersOf(/[\u0980-\u09ff]/g),
  'nastaliq-titles': lettersOf(/[\u0600-\u06ff]/g),
});
