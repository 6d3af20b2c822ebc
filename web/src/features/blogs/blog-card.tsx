import type { Blog } from '@satrangi/contracts';
import { blogPath } from '@satrangi/contracts/pure';
import { scriptProps } from '@satrangi/kit';
import { dateText } from '../../lib/dates.ts';
import { Link } from '../../lib/link.tsx';
import { titleOrUntitled, truncate } from '../../lib/text.ts';
import { BlogPlate } from './blog-plate.tsx';
import styles from './blogs.module.css';

/** Checklist WEB-67. */
const EXCERPT_MAX = 180;

/**
 * An excerpt without tags. It is not parsed as HTML: Chromium reports event handlers in parsed text as violations of the
 * policy, although they never run.
 */
const withoutTags = (excerpt: string): string =>
  excerpt
    .replaceAll(/<[/!]?[a-z-][^>]*>?/gi, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** A post as a card. The whole card is the target of its one link. */
export function BlogCard({ blog, as: Heading = 'h2' }: { blog: Blog; as?: 'h2' | 'h3' }) {
  const excerpt = truncate(withoutTags(blog.excerpt), EXCERPT_MAX);
  return (
    <article className={styles.card}>
      <BlogPlate blog={blog} className={styles.plate} />
      <Heading className={styles.title}>
        <Link to={blogPath(blog._id)} {...scriptProps(blog.title)}>
          {titleOrUntitled(blog.title)}
        </Link>
      </Heading>
      <p className={styles.by} dir={scriptProps(blog.title).dir}>
        <bdi {...scriptProps(blog.author)}>{blog.author}</bdi>
        {blog.publishedAt && (
          <>
            {', '}
            <time dateTime={blog.publishedAt}>{dateText(blog.publishedAt)}</time>
          </>
        )}
      </p>
      <p className={styles.excerpt} {...scriptProps(excerpt)}>
        {excerpt}
      </p>
    </article>
  );
}
