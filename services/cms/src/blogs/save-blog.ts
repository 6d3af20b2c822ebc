import { failpoint, Refusal } from '@satrangi/chassis';
import { BLOG_MAX_BYTES, type BlogDraft, type UserId } from '@satrangi/contracts';
import { imagesIn } from '../images/images.rules.ts';
import { timeAfter } from '../sections/sections.rules.ts';
import { hasContent } from '../texts/plain-text.ts';
import { sanitizeRichText } from '../texts/sanitize.ts';
import { blogMessages } from './blog-events.ts';
import type { Deps } from './blogs.deps.ts';
import { blogId, blogSentences, type StoredBlog, savedFields, versionsAfter } from './blogs.rules.ts';
import { blogResponse } from './responses.ts';

const MAX_ATTEMPTS = 100;
const RANDOM_LETTERS = 6;

/** Stores sanitised content before a post references it. @throws Refusal too-large, validation-failed */
const storeText = async ({ texts, images }: Deps, { content, image }: BlogDraft): Promise<string> => {
  const html = sanitizeRichText(content);
  if (!hasContent(html)) throw new Refusal('validation-failed', 'Content required');
  if (Buffer.byteLength(html) > BLOG_MAX_BYTES) throw new Refusal('too-large', blogSentences.tooLarge);
  await images.use(imagesIn(image ?? ''));
  const text = await texts.put(html);
  failpoint('cms.text-before-blog');
  return text;
};

/**
 * Adds a post. With the `requestKey` of a post that exists, it is returned as it is now.
 * @throws Refusal validation-failed, too-large
 */
export const createBlog =
  (deps: Deps) =>
  async (draft: BlogDraft, by: UserId, requestKey?: string): Promise<StoredBlog> => {
    const { blogs, clock, ids, newEvent } = deps;
    const text = await storeText(deps, draft);
    for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
      const repeated = requestKey ? await blogs.byRequest(requestKey) : null;
      if (repeated) return repeated;
      const at = clock.now().toISOString();
      const letters = ids
        .newId()
        .toLowerCase()
        .replace(/[^a-z]/g, '');
      if (letters.length < RANDOM_LETTERS) continue;
      const blog: StoredBlog = {
        _id: blogId(draft.title, letters.slice(0, RANDOM_LETTERS)),
        ...savedFields(draft, { text, by, at, publishedAt: null }),
        createdAt: at,
        versions: [],
        version: 1,
        ...(requestKey ? { requestKey } : {}),
      };
      if (await blogs.add(blog, blogMessages(newEvent, { before: null, after: blog, at }))) return blog;
    }
    throw new Error('no free id for a post');
  };

/**
 * Saves a post with optimistic locking; the previous text becomes a version in the same write.
 * @throws Refusal not-found, version-conflict with `data.current`, validation-failed, too-large
 */
export const updateBlog =
  (deps: Deps) =>
  async (
    id: string,
    { updatedAt, ...draft }: BlogDraft & { updatedAt?: string | undefined },
    by: UserId,
  ): Promise<StoredBlog> => {
    const { blogs, texts, clock, newEvent } = deps;
    const text = await storeText(deps, draft);
    for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
      const before = await blogs.byId(id);
      if (!before) throw new Refusal('not-found', blogSentences.notFound);
      if (updatedAt !== undefined && Date.parse(updatedAt) !== Date.parse(before.updatedAt))
        throw new Refusal('version-conflict', blogSentences.changed, {
          data: {
            current: await blogResponse(texts, before),
            yours: { title: draft.title, content: sanitizeRichText(draft.content) },
          },
        });
      const at = timeAfter(before.updatedAt, clock.now());
      const edit = {
        ...savedFields(draft, { text, by, at, publishedAt: before.publishedAt }),
        versions: versionsAfter(before, { text, title: draft.title }),
      };
      const after = { _id: id, published: draft.published };
      const saved = await blogs.replace(before, edit, blogMessages(newEvent, { before, after, at }));
      if (saved) return saved;
    }
    throw new Refusal('version-conflict', blogSentences.changed);
  };

/** Deletes a post with its versions. @throws Refusal not-found, version-conflict */
export const deleteBlog =
  ({ blogs, clock, newEvent }: Deps) =>
  async (id: string): Promise<void> => {
    for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
      const before = await blogs.byId(id);
      if (!before) throw new Refusal('not-found', blogSentences.notFound);
      const at = clock.now().toISOString();
      if (await blogs.remove(before, blogMessages(newEvent, { before, after: null, at }))) return;
    }
    throw new Refusal('version-conflict', blogSentences.changed);
  };
