import { type Blog, type BlogDraft, cmsApi, richText } from '@satrangi/contracts';
import { fakeServer, plays } from '@satrangi/contracts/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadSeedPosts, seedPosts } from './seed-posts.ts';

afterEach(() => vi.unstubAllGlobals());

const blogOf = (draft: BlogDraft, index: number): Blog => ({
  ...draft,
  _id: `post-${index}`,
  publishedAt: null,
  updatedAt: '2026-10-01T10:00:00.000Z',
});

/** A blog that keeps what it gets. */
const openBlog = () => {
  const posts: Blog[] = [];
  const server = fakeServer(
    plays(cmsApi, {
      listBlogs: () => posts,
      createBlog: ({ body }) => {
        const post = blogOf(body, posts.length);
        posts.push(post);
        return post;
      },
    }),
  );
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => server(new URL(url).pathname, init));
  return posts;
};
const options = { baseUrl: 'http://shop.test/api', adminToken: 'token' };

describe('the demo posts', () => {
  it('are six, in five scripts, with allowed elements only (OPS-09)', async () => {
    const posts = await loadSeedPosts();
    const scripts = ['Latin', 'Devanagari', 'Tamil', 'Bengali', 'Arabic'];
    expect(posts).toHaveLength(6);
    expect(
      scripts.filter((script) =>
        posts.some(({ draft }) => new RegExp(`\\p{Script=${script}}`, 'u').test(draft.title)),
      ),
    ).toEqual(scripts);
    for (const { slug, draft } of posts) {
      const tags = [...draft.content.matchAll(/<\/?(\w+)/g)].map(([, tag]) => tag ?? '');
      expect([slug, tags.filter((tag) => !richText.tags.some((allowed) => allowed === tag))]).toEqual([
        slug,
        [],
      ]);
    }
  });

  it('are added once, and what an editor changed stays', async () => {
    const blog = openBlog();
    const posts = await loadSeedPosts();
    const done: string[] = [];
    await seedPosts({ ...options, posts, onDone: ({ slug }) => done.push(slug) });
    expect(blog).toHaveLength(6);
    expect(done).toEqual(posts.map(({ slug }) => slug));

    blog[0] = { ...(blog[0] as Blog), content: '<p>changed</p>', published: false };
    await seedPosts({ ...options, posts });
    expect(blog).toHaveLength(6);
    expect(blog[0]?.content).toBe('<p>changed</p>');
  });
});
