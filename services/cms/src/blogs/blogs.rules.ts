import { BLOG_VERSIONS_MAX, type BlogDraft, type UserId } from '@satrangi/contracts';

export type BlogVersion = { title: string; text: string; updatedAt: string; by: UserId | null };

/** A post. `text` is the id of its text; `version` counts writes, for optimistic locking. */
export type StoredBlog = {
  _id: string;
  title: string;
  author: string;
  image: string | null;
  excerpt: string;
  text: string;
  published: boolean;
  publishedAt: string | null;
  createdAt: string;
  updatedAt: string;
  by: UserId | null;
  versions: BlogVersion[];
  version: number;
  /** Digest of the request that created it (Idempotency-Key). */
  requestKey?: string;
};

export const blogSentences = {
  notFound: 'Blog post not found',
  changed: 'Content changed since you opened it',
  tooLarge: 'A post can have at most 400 kB of text',
} as const;

const SLUG_MAX = 60;
const EXCERPT_MAX = 180;

/** The readable part of an id: Latin letters and digits of the title. Empty for titles in other scripts. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, SLUG_MAX)
    .replace(/-$/, '');

/** @param random letters that no other post has */
export const blogId = (title: string, random: string): string => [slugOf(title) || 'post', random].join('-');

/** The beginning of a post as plain text, cut at a word. */
export const excerptOf = (plain: string): string => {
  const text = plain.replace(/\s+/g, ' ').trim();
  if (text.length <= EXCERPT_MAX) return text;
  return `${text.slice(0, EXCERPT_MAX).replace(/\s\S*$/, '')}…`;
};

/** The fields that a save writes; `publishedAt` is the time of the first publication. */
export const savedFields = (
  { content: _content, ...draft }: BlogDraft,
  { text, by, at, publishedAt }: Pick<StoredBlog, 'text' | 'publishedAt'> & { by: UserId; at: string },
) => ({
  ...draft,
  text,
  by,
  updatedAt: at,
  publishedAt: publishedAt ?? (draft.published ? at : null),
});

/** The versions after a save: the previous text becomes the newest one when text or title change. */
export const versionsAfter = (before: StoredBlog, after: { text: string; title: string }): BlogVersion[] => {
  const { title, text, updatedAt, by, versions } = before;
  if (after.text === text && after.title === title) return versions;
  return [{ title, text, updatedAt, by }, ...versions].slice(0, BLOG_VERSIONS_MAX);
};
