import type { Blog } from './cms.blogs.ts';
import type { PageHead, SiteSettings } from './page-head.ts';
import { blogPath } from './share-links.ts';
import { truncate } from './text.ts';

const DESCRIPTION_MAX = 160;

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', nbsp: ' ' };

/** The paragraphs of sanitised rich text, as plain text. */
export const paragraphsOf = (html: string): string[] =>
  html
    .split(/<\/(?:p|h[2-4]|li|blockquote|figcaption)>|<(?:br|hr)[^>]*>/i)
    .map((part) =>
      part
        .replace(/<[^>]*>/g, '')
        .replace(/&(lt|gt|quot|amp|nbsp);/g, (_, name: string) => entities[name] ?? '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter(Boolean);

/** The post as structured data for search engines (schema.org). */
const blogStructuredData = (blog: Blog, { origin, name }: SiteSettings): object => ({
  '@context': 'https://schema.org',
  '@type': 'BlogPosting',
  headline: blog.title,
  description: blog.excerpt,
  author: { '@type': 'Person', name: blog.author },
  publisher: { '@type': 'Organization', name, url: origin },
  url: origin + blogPath(blog._id),
  image: blog.image === null ? undefined : new URL(blog.image, origin).href,
  datePublished: blog.publishedAt ?? undefined,
  dateModified: blog.updatedAt,
});

/** What search engines, link previews and browsers without JavaScript read of a post. */
export const blogHead = (blog: Blog, site: SiteSettings): PageHead => ({
  title: blog.title,
  description: truncate(blog.excerpt, DESCRIPTION_MAX),
  path: blogPath(blog._id),
  image: blog.image,
  data: blogStructuredData(blog, site),
  text: [`By ${blog.author}.`, ...paragraphsOf(blog.content)],
  isArticle: true,
  isIndexed: blog.published,
});
