import { BLOGS_FEED, type Blog, blogPath, escapeMarkup, type SiteSettings } from '@satrangi/contracts';

const FEED_MAX = 50;

/** Escaped for XML 1.0, without the control characters that it forbids. */
const escaped = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the forbidden ones
  escapeMarkup(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''));

const entry = (blog: Blog, origin: string): string => {
  const address = escaped(origin + blogPath(blog._id));
  return [
    '  <entry>',
    `    <id>${address}</id>`,
    `    <title>${escaped(blog.title)}</title>`,
    `    <link rel="alternate" type="text/html" href="${address}"/>`,
    `    <published>${blog.publishedAt ?? blog.updatedAt}</published>`,
    `    <updated>${blog.updatedAt}</updated>`,
    `    <author><name>${escaped(blog.author)}</name></author>`,
    `    <summary>${escaped(blog.excerpt)}</summary>`,
    `    <content type="html" xml:base="${escaped(origin)}/">${escaped(blog.content)}</content>`,
    '  </entry>',
  ].join('\n');
};

/** The blog as an Atom feed (RFC 4287) with whole texts: readers of feeds need not open the site. */
export const blogsFeed = (blogs: readonly Blog[], { name, tagline, origin }: SiteSettings): string => {
  const latest = blogs.slice(0, FEED_MAX);
  const updated = latest.map(({ updatedAt }) => updatedAt).sort();
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `  <id>${escaped(origin)}/blogs</id>`,
    `  <title>${escaped(name)}</title>`,
    `  <subtitle>${escaped(tagline)}</subtitle>`,
    `  <link rel="self" type="application/atom+xml" href="${escaped(origin + BLOGS_FEED)}"/>`,
    `  <link rel="alternate" type="text/html" href="${escaped(origin)}/blogs"/>`,
    `  <updated>${updated.at(-1) ?? '1970-01-01T00:00:00.000Z'}</updated>`,
    ...latest.map((blog) => entry(blog, origin)),
    '</feed>',
    '',
  ].join('\n');
};
