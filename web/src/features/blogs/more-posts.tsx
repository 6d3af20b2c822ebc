import { useQuery } from '@tanstack/react-query';
import { blogQueries } from '../../lib/blog-queries.ts';
import { paths } from '../../lib/paths.ts';
import { Section } from '../../lib/section.tsx';
import { BlogGrid } from './blog-grid.tsx';

const MORE = 3;

/** Three other posts; hidden without any. */
export function MorePosts({ id }: { id: string }) {
  const { data = [] } = useQuery(blogQueries.list());
  const others = data.filter(({ _id }) => _id !== id).slice(0, MORE);
  if (others.length === 0) return null;
  return (
    <Section title="More from the blog" more={{ to: paths.blogs, label: 'All posts' }}>
      <BlogGrid blogs={others} as="h3" />
    </Section>
  );
}
