import { createClient, identityApi, pageTexts } from '@satrangi/contracts';
import { loadSeedItems } from './load-seed-items.ts';
import { seedCatalog } from './seed-catalog.ts';
import { loadSeedLetters, type SeedLetter, seedLetters } from './seed-letters.ts';
import { loadSeedPosts, seedPosts } from './seed-posts.ts';
import { openSeedRecord } from './seed-record.ts';
import { seedTexts } from './seed-texts.ts';

/** `1 letter`, `2 letters`. */
const counted = (letters: readonly SeedLetter[]): string =>
  `${letters.length} ${letters.length === 1 ? 'letter' : 'letters'}`;

export type Credentials = { readonly email: string; readonly password: string };

/**
 * Creates the demo titles, the posts, the first letter and the sections of pages through the admin API. A data folder gets
 * each part of a title, each post, letter and section once; a folder of an earlier version gets the missing ones.
 * @returns a summary line, or null when nothing was missing
 */
export const seedShop = async (options: {
  /** API base URL of each service, or of the gateway for all of them. */
  readonly urls: Readonly<Record<'identity' | 'catalog' | 'cms', string>>;
  readonly dataDir: string;
  readonly admin: Credentials | null;
  /** Called at the beginning and after each title. */
  readonly onProgress: (done: number, total: number) => void;
}): Promise<string | null> => {
  const record = openSeedRecord(options.dataDir);
  const items = record.missingOf(await loadSeedItems());
  const posts = record.posts.missingOf(await loadSeedPosts());
  const letters = record.letters.missingOf(await loadSeedLetters());
  const texts = record.missingTexts(pageTexts);
  const { length: total } = items;
  if (total + posts.length + letters.length + texts.length === 0) return null;
  if (!options.admin)
    return `${total} demo titles, ${posts.length} posts, ${counted(letters)} and ${texts.length} texts of pages are new or have new parts: start once with ADMIN_EMAIL and ADMIN_PASSWORD set to add them.`;
  const { identity, catalog, cms } = options.urls;
  const { email, password } = options.admin;
  const { token } = await createClient(identityApi, { baseUrl: identity }).login({
    body: { email, password },
  });
  const toCms = { baseUrl: cms, adminToken: token };
  const added = await seedTexts({ ...toCms, texts, onSeeded: record.keepText });
  await seedPosts({ ...toCms, posts, onDone: record.posts.keep });
  await seedLetters({ ...toCms, letters, onDone: record.letters.keep });
  if (total === 0) return `${posts.length} posts, ${counted(letters)} and ${added} texts of pages added`;
  options.onProgress(0, total);
  await seedCatalog({
    baseUrl: catalog,
    adminToken: token,
    items,
    concurrency: 6,
    keepsCaptions: record.isFromEarlier,
    onProgress: (done) => options.onProgress(done, total),
  });
  record.keep(items);
  return `${items.length} titles put on the shelf`;
};
