import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BlogDraft, cmsApi, createClient } from '@satrangi/contracts';
import { z } from 'zod';

const folder = fileURLToPath(new URL('../content/blogs/', import.meta.url));

const Metadata = z.strictObject({
  title: z.string().min(1).max(200),
  author: z.string().min(1).max(200),
  excerpt: z.string().min(1).max(180),
});

/** A demo post of the blog. */
export type SeedPost = { readonly slug: string; readonly draft: BlogDraft };

/** All demo posts: `content/blogs/<slug>.json` and its text `<slug>.html`. */
export const loadSeedPosts = async (): Promise<SeedPost[]> => {
  const slugs = (await readdir(folder))
    .filter((name) => name.endsWith('.json'))
    .map((name) => path.basename(name, '.json'))
    .sort();
  return Promise.all(
    slugs.map(async (slug) => {
      const metadata = Metadata.parse(JSON.parse(await readFile(path.join(folder, `${slug}.json`), 'utf8')));
      const content = (await readFile(path.join(folder, `${slug}.html`), 'utf8')).trim();
      return { slug, draft: { ...metadata, content, image: null, published: true } };
    }),
  );
};

/**
 * Adds posts one after another, so that each has its own time. A post with the same title and author is left as it is.
 * @param onDone called after each post that exists now
 */
export const seedPosts = async ({
  baseUrl,
  adminToken,
  posts,
  onDone,
}: {
  readonly baseUrl: string;
  readonly adminToken: string;
  readonly posts: readonly SeedPost[];
  readonly onDone?: (post: SeedPost) => void;
}): Promise<void> => {
  const cms = createClient(cmsApi, { baseUrl, token: () => adminToken });
  const existing = await cms.listBlogs({ query: { all: '1', brief: '1' } });
  for (const post of posts) {
    const { title, author } = post.draft;
    const isThere = existing.some((blog) => blog.title === title && blog.author === author);
    if (!isThere) await cms.createBlog({ body: post.draft });
    onDone?.(post);
  }
};
