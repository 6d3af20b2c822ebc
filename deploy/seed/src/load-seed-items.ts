import { access } from 'node:fs/promises';
import { seedEbooks } from './seed-ebooks.ts';
import { ebookItem, filmItem, historyItem, issueItem, type SeedItem, storyItem } from './seed-items.ts';
import {
  readAudioStories,
  readDocumentaries,
  readMagazines,
  readOralHistories,
  readShortFilms,
} from './seed-media.ts';

/** All seed items with existing files. The newest are listed first, so eBooks come last. */
export const loadSeedItems = async (): Promise<SeedItem[]> => {
  const items = await Promise.all([
    ...(await readMagazines()).map(issueItem),
    ...(await readOralHistories()).map(historyItem),
    ...(await readAudioStories()).map(storyItem),
    ...(await readDocumentaries()).map((film) => filmItem('documentary', film)),
    ...(await readShortFilms()).map((film) => filmItem('short-film', film)),
    ...(await seedEbooks()).map(ebookItem),
  ]);
  const paths = items.flatMap(({ file, preview, epub = null, captions }) => [
    file,
    preview,
    epub,
    ...captions.map((c) => c.path),
  ]);
  await Promise.all(paths.filter((path) => path !== null).map((path) => access(path)));
  return items;
};
