import type { Blog } from '@satrangi/contracts';
import { Button } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { Drawer } from '../../lib/drawer.tsx';
import { Loaded } from '../../lib/loaded.tsx';
import { BlogForm } from './blog-form.tsx';
import { BlogImport } from './blog-import.tsx';
import { blogQuery, blogTexts } from './blog-queries.ts';
import styles from './blogs.module.css';

type Props = {
  readonly opened: string;
  readonly keys: readonly string[];
  readonly onDelete: (blog: Blog) => void;
};

function StoredBlog({ opened, keys, onDelete }: Props) {
  const query = useQuery(blogQuery(opened));
  return (
    <Drawer title={query.data?.title ?? 'Post'} keys={keys}>
      <Loaded query={query} loading="Loading the post" error={blogTexts.loadFailed} height="30rem">
        {(blog) => (
          <>
            <BlogForm blog={blog} />
            <div className={styles.end}>
              <Button tone="danger" onClick={() => onDelete(blog)}>
                Delete this post
              </Button>
            </div>
          </>
        )}
      </Loaded>
    </Drawer>
  );
}

/** The drawer: a post, a new one, or the import of a document. */
export function BlogDrawer(props: Props) {
  const { opened, keys } = props;
  if (opened === 'new')
    return (
      <Drawer title="New post" keys={keys}>
        <BlogForm blog={null} />
      </Drawer>
    );
  if (opened === 'import')
    return (
      <Drawer title="Import from Google Docs" keys={keys}>
        <BlogImport />
      </Drawer>
    );
  return <StoredBlog {...props} />;
}
