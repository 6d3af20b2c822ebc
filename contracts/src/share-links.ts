import { pagePaths, pathWithId } from './page-paths.ts';

/** The path of a post. */
export const blogPath = (id: string): string => pathWithId(pagePaths.blog, id);

/** The code of a post's plain link: the random end of its id. */
export const shareCodeOf = (blogId: string): string => blogId.slice(blogId.lastIndexOf('-') + 1);

/** A plain link: its URL and its page do not reveal the target (checklist BEY-05). */
export const sharePath = (code: string): string => `/s/${encodeURIComponent(code)}`;

/** The text edition of a page of text, such as the FAQ or a policy. */
export const pageTextEditionPath = (path: string): string => `/text${path}`;

/** The text edition of a post: one small page without scripts, pictures and fonts (checklist BEY-04). */
export const textEditionPath = (id: string): string => `/text/blogs/${encodeURIComponent(id)}`;
