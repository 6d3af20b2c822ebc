import { BlogList } from '../features/blogs/blog-list.tsx';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import styles from './blogs-page.module.css';

export function BlogsPage() {
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead
        title="Blog"
        description="Notes from the people who make these books and keep these voices."
      />
      <PageHeading isDisplay>Blog</PageHeading>
      <p className={`text muted ${styles.lede}`}>
        Notes from the people who make these books and keep these voices, in the languages they write in.{' '}
        <a href="/blogs.xml">Read it in a feed reader</a>, without opening this site.
      </p>
      <BlogList />
    </div>
  );
}
