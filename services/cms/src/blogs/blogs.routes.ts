import { type Handlers, Refusal, requestKeyOf } from '@satrangi/chassis';
import { type blogsApi, shareCodeOf } from '@satrangi/contracts';
import { wantsDraft } from '../sections/wants-draft.ts';
import { sanitizeRichText } from '../texts/sanitize.ts';
import type { Deps } from './blogs.deps.ts';
import { blogSentences, type StoredBlog } from './blogs.rules.ts';
import { blogResponse, blogResponses } from './responses.ts';
import { createBlog, deleteBlog, updateBlog } from './save-blog.ts';
import { matchingBlogs } from './search-blogs.rules.ts';

export const blogRoutes = (deps: Deps): Handlers<typeof blogsApi> => {
  const { blogs, texts } = deps;
  const create = createBlog(deps);
  const update = updateBlog(deps);
  const remove = deleteBlog(deps);
  const found = async (id: string): Promise<StoredBlog> => {
    const blog = await blogs.byId(id);
    if (!blog) throw new Refusal('not-found', blogSentences.notFound);
    return blog;
  };

  return {
    listBlogs: async ({ query: { all, brief, q } }, caller) => {
      const stored = wantsDraft(all, caller) ? await blogs.all() : await blogs.published();
      const listed = matchingBlogs(await blogResponses(texts, stored), q);
      return brief ? listed.map((blog) => ({ ...blog, content: '' })) : listed;
    },
    getBlog: async ({ params: { id }, query: { all } }, caller) => {
      const isEditor = wantsDraft(all, caller);
      const blog = await found(id);
      if (!blog.published && !isEditor) throw new Refusal('not-found', blogSentences.notFound);
      return blogResponse(texts, blog);
    },
    findSharedBlog: async ({ params: { code } }) => {
      const _id = (await blogs.publishedIds()).find((id) => shareCodeOf(id) === code);
      if (_id === undefined) throw new Refusal('not-found', blogSentences.notFound);
      return { _id };
    },
    createBlog: async ({ body }, { userId }, { request }) =>
      blogResponse(texts, await create(body, userId, requestKeyOf(request, userId, body))),
    updateBlog: async ({ params: { id }, body }, { userId }) =>
      blogResponse(texts, await update(id, body, userId)),
    deleteBlog: async ({ params: { id } }) => {
      await remove(id);
      return { ok: true };
    },
    listBlogVersions: async ({ params: { id } }) => {
      const { versions } = await found(id);
      const read = await texts.read(versions.map(({ text }) => text));
      return versions.map(({ title, text, updatedAt, by }) => ({
        title,
        content: sanitizeRichText(read(text)),
        updatedAt,
        by,
      }));
    },
  };
};
