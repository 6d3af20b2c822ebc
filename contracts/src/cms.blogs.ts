import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { Instant, UserId } from './schemas.ts';

/** Bytes of one post's text. */
export const BLOG_MAX_BYTES = 400_000;
/** A request with a post: characters of one text may take three bytes, and JSON escapes some. */
const BODY_MAX_BYTES = 4 * 1024 * 1024;
/** Characters of a search for posts. */
const BLOG_QUERY_MAX = 120;
/** Stored versions of a post. */
export const BLOG_VERSIONS_MAX = 10;

const Id = z.string().regex(/^[a-z0-9-]{1,120}$/, 'That id is not valid');
const byId = z.object({ id: Id });
/** Links may have any form: every id without a public post gets the same response. */
const byAnyId = z.object({ id: z.string() });
const line = (name: string, max: number) =>
  z
    .string(`${name} required`)
    .trim()
    .min(1, `${name} required`)
    .max(max, `${name} can have at most ${max} characters`);

/** The public view of a post (checklist CMS-19). */
export const Blog = z.object({
  _id: z.string(),
  title: z.string(),
  author: z.string(),
  image: z.string().nullable(),
  excerpt: z.string().describe('plain text'),
  content: z.string().describe('HTML, sanitised'),
  published: z.boolean(),
  publishedAt: Instant.nullable(),
  updatedAt: Instant,
});
export type Blog = z.infer<typeof Blog>;

/** The fields of a post that a save replaces (checklist CMS-18). */
export const BlogDraft = z.object({
  title: line('Title', 200),
  author: line('Author', 200),
  content: z
    .string('Content required')
    .max(2 * BLOG_MAX_BYTES, 'A post can have at most 400 kB of text')
    .refine((html) => html.trim() !== '', 'Content required'),
  image: z
    .string()
    .regex(/^\/api\/cms\/images\/[\w-]+\.\w+$/, 'That picture is not one of ours')
    .nullable()
    .default(null),
  excerpt: z.string().trim().max(500, 'An excerpt can have at most 500 characters').default(''),
  published: z.boolean().default(false),
});
export type BlogDraft = z.infer<typeof BlogDraft>;

const personalRead = {
  method: 'GET',
  access: 'public',
  personal: true,
  rate: 'cheap',
  invalidatedBy: ['blog-', 'cms-deployed'],
  uncachedQuery: ['all'],
} as const;
const allQuery = z.object({ all: z.literal('1').optional().describe('editors only: unpublished posts too') });
const listQuery = allQuery.extend({
  q: z
    .string()
    .trim()
    .max(BLOG_QUERY_MAX, `A search can have at most ${BLOG_QUERY_MAX} characters`)
    .optional()
    .describe('words of title, author and excerpt, in any order; case and accents make no difference'),
  brief: z.literal('1').optional().describe('without the texts: `content` is empty'),
});
const updatedAt = Instant.optional().describe(
  'updatedAt of the post the editor began with; a save over a newer one is refused',
);

export const blogsApi = defineApi({
  listBlogs: {
    ...personalRead,
    path: '/cms/blogs',
    summary:
      'Published posts, newest first; with `?all=1` all of them, for admins; with `?q` those that match (checklist CMS-17, CMS-33)',
    query: listQuery,
    response: z.array(Blog),
    problems: ['not-authenticated', 'not-allowed'],
  },
  getBlog: {
    ...personalRead,
    path: '/cms/blogs/:id',
    summary: 'One post; an unpublished one is 404 to the public (checklist CMS-33)',
    params: byAnyId,
    query: allQuery,
    response: Blog,
    problems: ['not-found', 'not-authenticated', 'not-allowed'],
  },
  findSharedBlog: {
    method: 'GET',
    path: '/cms/shared-blogs/:code',
    access: 'public',
    rate: 'cheap',
    invalidatedBy: ['blog-', 'cms-deployed'],
    summary: 'The published post of a plain link (checklist BEY-05)',
    params: z.object({ code: z.string() }),
    response: z.object({ _id: z.string() }),
    problems: ['not-found'],
  },
  createBlog: {
    method: 'POST',
    path: '/cms/blogs',
    access: 'admin',
    status: 201,
    summary:
      'Adds a post; its id is readable and never used again. Idempotent with an Idempotency-Key (checklist CMS-17, CMS-18)',
    bodyLimit: BODY_MAX_BYTES,
    body: BlogDraft,
    response: Blog,
    problems: ['validation-failed', 'too-large'],
  },
  updateBlog: {
    method: 'PUT',
    path: '/cms/blogs/:id',
    access: 'admin',
    summary:
      'Saves a post; the text before becomes a version. Over a newer one than `updatedAt`: 409 with `data.current` (checklist CMS-17)',
    params: byId,
    bodyLimit: BODY_MAX_BYTES,
    body: BlogDraft.extend({ updatedAt }),
    response: Blog,
    problems: ['validation-failed', 'not-found', 'version-conflict', 'too-large'],
  },
  deleteBlog: {
    method: 'DELETE',
    path: '/cms/blogs/:id',
    access: 'admin',
    summary: 'Deletes a post with its versions (checklist CMS-17)',
    params: byId,
    response: z.object({ ok: z.literal(true) }),
    problems: ['not-found'],
  },
  listBlogVersions: {
    method: 'GET',
    path: '/cms/blogs/:id/versions',
    access: 'admin',
    summary: `The texts before the present one, newest first, at most ${BLOG_VERSIONS_MAX}`,
    params: byId,
    response: z.array(
      z.object({ title: z.string(), content: z.string(), updatedAt: Instant, by: UserId.nullable() }),
    ),
    problems: ['not-found'],
  },
});
