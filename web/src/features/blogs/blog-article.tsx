import type { Blog } from '@satrangi/contracts';
import { blogPath } from '@satrangi/contracts/pure';
import { headingsOf, parseRichText, plainTextOf, RichText, scriptProps } from '@satrangi/kit';
import { lazy, Suspense, useMemo } from 'react';
import { dateText } from '../../lib/dates.ts';
import { Link } from '../../lib/link.tsx';
import { PageHeading } from '../../lib/page-heading.tsx';
import { paths } from '../../lib/paths.ts';
import { titleOrUntitled } from '../../lib/text.ts';
import { useDeepLink } from '../../lib/use-deep-link.ts';
import styles from './blogs.module.css';

/** The drawing of a cover is larger than the text of most posts. */
const BlogPlate = lazy(async () => ({ default: (await import('./blog-plate.tsx')).BlogPlate }));
const SharePost = lazy(async () => ({ default: (await import('./share-post.tsx')).SharePost }));

const WORDS_A_MINUTE = 200;
/** The minimum number of headings for a list of contents. */
const CONTENTS_MIN = 3;

const minutesOf = (text: string): number => Math.max(1, Math.round(text.split(' ').length / WORDS_A_MINUTE));

function Dates({ blog: { publishedAt, updatedAt } }: { blog: Blog }) {
  const published = publishedAt ? dateText(publishedAt) : '';
  const updated = dateText(updatedAt);
  return (
    <>
      {publishedAt && <time dateTime={publishedAt}>{published}</time>}
      {updated !== published && (
        <span>
          Updated <time dateTime={updatedAt}>{updated}</time>
        </span>
      )}
    </>
  );
}

function Contents({ headings }: { headings: ReturnType<typeof headingsOf> }) {
  if (headings.length < CONTENTS_MIN) return null;
  return (
    <nav className={styles.contents} aria-labelledby="contents-h">
      <h2 id="contents-h">Contents</h2>
      <ol>
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${encodeURIComponent(id)}`} {...scriptProps(text)}>
              {text}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** A post: title, author, dates, reading time and text. */
export function BlogArticle({ blog }: { blog: Blog }) {
  const { _id: id, title, author, content } = blog;
  const text = useMemo(() => plainTextOf(content), [content]);
  const headings = useMemo(
    () => headingsOf(parseRichText(content)).filter(({ level }) => level === 2),
    [content],
  );
  useDeepLink();
  const { lang, dir } = scriptProps(text);
  return (
    <div className={`wrap ${styles.page}`}>
      <article className={styles.article}>
        <header className={styles.head}>
          <Link className={styles.back} to={paths.blogs}>
            Blog
          </Link>
          <PageHeading {...scriptProps(title)}>{titleOrUntitled(title)}</PageHeading>
          <p className={styles.byline}>
            <bdi {...scriptProps(author)}>{author}</bdi>
            <Dates blog={blog} />
            <span>{minutesOf(text)} min read</span>
          </p>
        </header>
        <Suspense fallback={<div className={`${styles.picture} ${styles.place}`} />}>
          <BlogPlate blog={blog} className={styles.picture} />
        </Suspense>
        <RichText html={content} lang={lang} dir={dir} className={styles.text} />
      </article>
      <aside className={styles.side} aria-label="About this post">
        <Contents headings={headings} />
        <Suspense>
          <SharePost id={id} path={blogPath(id)} />
        </Suspense>
      </aside>
    </div>
  );
}
