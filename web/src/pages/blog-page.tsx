import { buttonLook, ErrorNote, Skeleton } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { BlogArticle } from '../features/blogs/blog-article.tsx';
import { blogLivePrefixes, blogQueries } from '../lib/blog-queries.ts';
import { Link } from '../lib/link.tsx';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import { paths } from '../lib/paths.ts';
import { isNotFound } from '../lib/query-client.ts';
import { truncate } from '../lib/text.ts';
import { useLiveReload } from '../lib/use-live-reload.ts';
import styles from './blog-page.module.css';

const NotFoundPage = lazy(async () => ({ default: (await import('./not-found-page.tsx')).NotFoundPage }));
/** It is below the fold, so it loads after the text. */
const MorePosts = lazy(async () => ({
  default: (await import('../features/blogs/more-posts.tsx')).MorePosts,
}));

const DESCRIPTION_MAX = 160;

function Failed({ onRetry }: { onRetry: () => void }) {
  const heading = 'Failed to load the post';
  return (
    <div className={`wrap ${styles.waiting}`}>
      <PageHead title={heading} />
      <PageHeading>{heading}</PageHeading>
      <ErrorNote onRetry={onRetry}>The server did not answer.</ErrorNote>
      <Link {...buttonLook()} to={paths.blogs}>
        All posts
      </Link>
    </div>
  );
}

/** `/blogs/{id}`. Unknown and hidden posts get the page of an unknown path. */
export function BlogPage() {
  const { id = '' } = useParams();
  const { data: blog, error, isPending, refetch } = useQuery(blogQueries.one(id));
  useLiveReload(blogLivePrefixes, () => void refetch());
  if (isNotFound(error))
    return (
      <Suspense>
        <NotFoundPage />
      </Suspense>
    );
  if (blog)
    return (
      <>
        <PageHead title={blog.title} translate="no" description={truncate(blog.excerpt, DESCRIPTION_MAX)} />
        <BlogArticle blog={blog} />
        <Suspense>
          <MorePosts id={id} />
        </Suspense>
      </>
    );
  if (!isPending) return <Failed onRetry={() => void refetch()} />;
  return (
    <div className={`wrap ${styles.waiting}`} role="status" aria-label="Loading the post">
      <Skeleton width="60%" height="4rem" />
      <Skeleton width="12rem" />
      <Skeleton height="30rem" />
    </div>
  );
}
