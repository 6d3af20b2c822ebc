import { useQuery } from '@tanstack/react-query';
import { blogQueries } from '../../lib/blog-queries.ts';
import list from '../../lib/card-list.module.css';
import { paths } from '../../lib/paths.ts';
import { Section } from '../../lib/section.tsx';
import { BlogCard } from './blog-card.tsx';
import styles from './blogs.module.css';

const MORE = 3;

/** Three other posts; hidden without any. */
export function MorePosts({ id }: { id: string }) {
  const { data = [] } = useQuery(blogQueries.list());
  const others = data.filter(({ _id }) => _id !== id).slice(0, MORE);
  if (others.length === 0) return null;
  return (
    <Section title="More from the blog" more={{ to: paths.blogs, label: 'All posts' }}>
      <ul className={`${list.list} ${styles.list}`}>
        {others.map((blog) => (
          <li key={blog._id}>
            <BlogCard blog={blog} as="h3" />
          </li>
        ))}
      </ul>
    </Section>
  );
}
