import { type BlogDraft, cmsApi, createClient } from '@satrangi/contracts';
import { z } from 'zod';
import { readTexts } from './read-content.ts';

const Metadata = z.strictObject({
  title: z.string().min(1).max(200),
  author: z.string().min(1).max(200),
  excerpt: z.string().min(1).max(180),
});

/** A demo post of the blog. */
export type SeedPost = { readonly slug: string; readonly draft: BlogDraft };

/** All demo posts: `content/blogs/<slug>.json` and its text `<slug>.html`. */
export const loadSeedPosts = async (): Promise<SeedPost[]> =>
  (await readTexts('blogs', Metadata)).map(({ slug, ...text }) => ({
    slug,
    draft: { ...text, image: null, published: true },
  }));

type Input = {
  readonly baseUrl: string;
  readonly adminToken: string;
  readonly posts: readonly SeedPost[];
  readonly onDone?: (post: SeedPost) => void;
};

/**
 * Adds posts one after another, so that each has its own time. A post with the same title and author is left as it is.
 * @param onDone called after each post that exists now
 */
export const seedPosts = async ({ baseUrl, adminToken, posts, onDone }: Input): Promise<void> => {
  const cms = createClient(cmsApi, { baseUrl, token: () => adminToken });
  const existing = await cms.listBlogs({ query: { all: '1', brief: '1' } });
  for (const post of posts) {
    const { title, author } = post.draft;
    const isThere = existing.some((blog) => blog.title === title && blog.author === author);
    if (!isThere) await cms.createBlog({ body: post.draft });
    onDone?.(post);
  }
};
