import { BlogList } from '../features/blogs/blog-list.tsx';

/** Posts of the blog. */
export function BlogsPage() {
  return <BlogList />;
}
