/** The path of a post. */
export const blogPath = (id: string): string => `/blogs/${encodeURIComponent(id)}`;

/** The code of a post's plain link: the random end of its id, which names nothing. */
export const shareCodeOf = (blogId: string): string => blogId.slice(blogId.lastIndexOf('-') + 1);

/** A plain link: its address and its page say nothing of what it opens (checklist BEY-05). */
export const sharePath = (code: string): string => `/s/${encodeURIComponent(code)}`;
