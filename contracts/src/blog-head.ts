import type { Blog } from './cms.blogs.ts';
import type { PageHead, SiteSettings } from './page-head.ts';
import { pagePaths } from './page-paths.ts';
import { blogPath, textEditionPath } from './share-links.ts';
import { truncate } from './text.ts';
import { paragraphsOf } from './texts/page-text.ts';

const DESCRIPTION_MAX = 160;

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

/** The head of a post: metadata for search engines and link previews, and its text for browsers without JavaScript. */
export const blogHead = (blog: Blog, site: SiteSettings): PageHead => ({
  title: blog.title,
  description: truncate(blog.excerpt, DESCRIPTION_MAX),
  path: blogPath(blog._id),
  image: blog.image,
  card: { id: blog._id, title: blog.title, author: blog.author },
  breadcrumbs: [
    { name: 'Blog', path: pagePaths.blogs },
    { name: blog.title, path: blogPath(blog._id) },
  ],
  data: blogStructuredData(blog, site),
  text: [`By ${blog.author}.`, ...paragraphsOf(blog.content)],
  textEdition: textEditionPath(blog._id),
  isArticle: true,
  isIndexed: blog.published,
});
