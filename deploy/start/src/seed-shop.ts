import { createClient, identityApi } from '@satrangi/contracts';
import { loadSeedItems, loadSeedPosts, seedCatalog, seedPosts } from '@satrangi/seed';
import { openSeedRecord } from './seed-record.ts';

export type Credentials = { readonly email: string; readonly password: string };

/**
 * Creates the demo titles and posts through the admin API. A data folder gets each part of a title, and each post, once; a folder of an earlier
 * version gets the missing parts.
 * @returns a summary line, or null when nothing was missing
 */
export const seedShop = async (options: {
  readonly url: string;
  readonly dataDir: string;
  readonly admin: Credentials | null;
  /** Called at the beginning and after each title. */
  readonly onProgress: (done: number, total: number) => void;
}): Promise<string | null> => {
  const record = openSeedRecord(options.dataDir);
  const items = record.missingOf(await loadSeedItems());
  const posts = record.missingPostsOf(await loadSeedPosts());
  if (items.length === 0 && posts.length === 0) return null;
  const { length: total } = items;
  if (!options.admin)
    return `${total} demo titles and ${posts.length} posts are new or have new parts: start once with ADMIN_EMAIL and ADMIN_PASSWORD set to add them.`;
  const baseUrl = `${options.url}/api`;
  const { email, password } = options.admin;
  const { token } = await createClient(identityApi, { baseUrl }).login({ body: { email, password } });
  await seedPosts({ baseUrl, adminToken: token, posts, onDone: record.keepPost });
  if (total === 0) return `${posts.length} posts added to the blog`;
  options.onProgress(0, total);
  await seedCatalog({
    baseUrl,
    adminToken: token,
    items,
    concurrency: 6,
    keepsCaptions: record.isFromEarlier,
    onProgress: (done) => options.onProgress(done, total),
  });
  record.keep(items);
  return `${items.length} titles put on the shelf`;
};
