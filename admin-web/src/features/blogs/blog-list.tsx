import type { Blog } from '@satrangi/contracts';
import { Button, ErrorNote, Icon, IconButton, plusIcon, scriptProps, trashIcon } from '@satrangi/kit';
import { useStore } from '@satrangi/kit/browser/use-store';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, lazy, Suspense, useContext, useState } from 'react';
import { readPaging, useAddress, useOpened } from '../../lib/address.ts';
import { api } from '../../lib/api.ts';
import { Confirm } from '../../lib/confirm.tsx';
import { DataTable } from '../../lib/data-table.tsx';
import { counted, timeText } from '../../lib/format.ts';
import { heldActs, holdBack, isHeldBack } from '../../lib/held-back.ts';
import { HeldBackStrip } from '../../lib/held-back-strip.tsx';
import { idOf, sortedValue } from '../../lib/live-rows.ts';
import { noteOwnAct } from '../../lib/own-acts.ts';
import { Pager } from '../../lib/pager.tsx';
import { SaveViewButton } from '../../lib/save-view.tsx';
import { SearchBox } from '../../lib/search-box.tsx';
import { TabHead } from '../../lib/tab-head.tsx';
import type { Column } from '../../lib/table-columns.ts';
import { useLiveRows } from '../../lib/use-live-rows.ts';
import { useSavedViews } from '../../lib/use-saved-views.ts';
import { Filters, Views } from '../../lib/views.tsx';
import { BlogPreview } from './blog-looks.tsx';
import { blogQuery, blogsQuery, blogTexts, HELD_PREFIX } from './blog-queries.ts';
import styles from './blogs.module.css';

/** Loaded when it is opened: forms and their schemas come with it. */
const BlogDrawer = lazy(async () => ({ default: (await import('./blog-drawer.tsx')).BlogDrawer }));

/** The button of the specification is busy this long (checklist ADM-32, ADM-44). */
const SYNC_MS = 1_200;

type RowActions = { readonly preview: (blog: Blog) => void; readonly remove: (blog: Blog) => void };
const RowActionsContext = createContext<RowActions>({ preview: () => {}, remove: () => {} });

function Actions({ blog }: { blog: Blog }) {
  const { preview, remove } = useContext(RowActionsContext);
  return (
    <span className={styles.actions}>
      <Button size="s" aria-label={`Preview ${blog.title}`} onClick={() => preview(blog)}>
        Preview
      </Button>
      <IconButton label={`Delete ${blog.title}`} onClick={() => remove(blog)}>
        <Icon shape={trashIcon} size="s" />
      </IconButton>
    </span>
  );
}

const columns: Column<Blog>[] = [
  {
    id: 'title',
    accessorKey: 'title',
    header: 'Title',
    cell: ({ row: { original } }) => <span {...scriptProps(original.title)}>{original.title}</span>,
    meta: { phone: 'title' },
  },
  { id: 'author', accessorKey: 'author', header: 'Author', meta: { phone: 'second' } },
  {
    id: 'published',
    accessorKey: 'published',
    header: 'Published',
    cell: ({ row: { original } }) =>
      original.published && original.publishedAt ? timeText(original.publishedAt) : 'Draft',
    meta: { phone: 'side' },
  },
  {
    id: 'updatedAt',
    accessorKey: 'updatedAt',
    header: 'Updated',
    cell: ({ row: { original } }) => (
      <time dateTime={original.updatedAt}>{timeText(original.updatedAt)}</time>
    ),
    meta: { phone: 'second' },
  },
  {
    id: 'actions',
    accessorKey: '_id',
    header: 'Actions',
    enableSorting: false,
    cell: ({ row: { original } }) => <Actions blog={original} />,
    meta: { align: 'end' },
  },
];

const fits = ({ title, author }: Blog, words: string): boolean =>
  `${title} ${author}`.toLowerCase().includes(words.toLowerCase());

/** Loads the list again, busy for 1.2 seconds, and shows the outcome (checklist ADM-44). */
function SyncButton() {
  const client = useQueryClient();
  const sync = useMutation({
    mutationFn: async () => {
      noteOwnAct();
      const waited = new Promise((resolve) => setTimeout(resolve, SYNC_MS));
      const [found] = await Promise.allSettled([client.fetchQuery({ ...blogsQuery, staleTime: 0 }), waited]);
      return found.status === 'fulfilled'
        ? `Found ${counted(found.value.length, 'post')}`
        : blogTexts.loadFailed;
    },
  });
  return (
    <>
      <span role="status" className="muted">
        {sync.data}
      </span>
      <Button size="s" aria-disabled={sync.isPending} onClick={() => sync.isPending || sync.mutate()}>
        {sync.isPending ? 'Syncing …' : 'Sync'}
      </Button>
    </>
  );
}

/** The question before a deletion. The call waits ten seconds, because a deleted post has no way back. */
function DeleteQuestion({ blog, onClose }: { blog: Blog; onClose: () => void }) {
  const client = useQueryClient();
  const { get, change } = useAddress();
  const remove = async (): Promise<void> => {
    if (get('open') === blog._id) change({ open: null }, { replace: true });
    holdBack(
      { key: HELD_PREFIX + blog._id, text: `‘${blog.title}’ is deleted in 10 seconds.` },
      () => api.cms.deleteBlog({ params: { id: blog._id } }),
      {
        settled: () => client.invalidateQueries({ queryKey: ['blogs'] }),
        failureOf: () => `${blogTexts.deleteFailed}: ‘${blog.title}’`,
      },
    );
  };
  return (
    <Confirm
      title={`Delete ‘${blog.title}’?`}
      action="Delete"
      onConfirm={remove}
      failureOf={() => blogTexts.deleteFailed}
      onClose={onClose}
    >
      <p>The post goes with all its versions and comes back only within 10 seconds.</p>
    </Confirm>
  );
}

/** The text of a post as readers see it; it is loaded for that. */
const usePreview = () => {
  const client = useQueryClient();
  const [blog, setBlog] = useState<Blog | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  return {
    blog,
    failure,
    close: () => setBlog(null),
    show: async ({ _id }: Blog): Promise<void> => {
      setFailure(null);
      try {
        setBlog(await client.fetchQuery(blogQuery(_id)));
      } catch {
        setFailure(blogTexts.previewFailed);
      }
    },
  } as const;
};

/** Posts: search, write, preview, import and delete (checklist ADM-29). */
export function BlogList() {
  const { get, change } = useAddress();
  const { opened, open } = useOpened();
  const { data, isError, isFetching, refetch } = useQuery(blogsQuery);
  const held = useStore(heldActs);
  const client = useQueryClient();
  const saved = useSavedViews([], async (get) => {
    const posts = await client.ensureQueryData(blogsQuery);
    return posts.filter((blog) => fits(blog, get('q'))).length;
  });
  const preview = usePreview();
  const [confirming, setConfirming] = useState<Blog | null>(null);
  const words = get('q');
  const sort = get('sort') || '-updatedAt';
  const { rows: all, live } = useLiveRows({
    rows: data,
    total: data?.length,
    rowKey: idOf,
    noun: 'post',
    isOpen: opened !== '' || confirming !== null || preview.blog !== null,
    placeOf: sortedValue(sort),
  });
  const rows = all?.filter((blog) => !isHeldBack(held, HELD_PREFIX + blog._id) && fits(blog, words));
  const { page, size } = readPaging(get, 20);
  return (
    <RowActionsContext value={{ preview: (blog) => void preview.show(blog), remove: setConfirming }}>
      <TabHead title="Blogs" fact={data && counted(data.length, 'post')}>
        <SyncButton />
        <Button size="s" onClick={() => open('import')}>
          Import
        </Button>
        <Button size="s" tone="primary" onClick={() => open('new')}>
          <Icon shape={plusIcon} size="s" /> New post
        </Button>
      </TabHead>
      <Views saved={saved} />
      <Filters
        search={<SearchBox label="Search title, author" value={words} onSearch={(q) => change({ q })} />}
      />
      <HeldBackStrip prefix={HELD_PREFIX} />
      {isError && !isFetching && <ErrorNote onRetry={() => void refetch()}>{blogTexts.loadFailed}</ErrorNote>}
      {preview.failure && <ErrorNote>{preview.failure}</ErrorNote>}
      <DataTable
        name="blogs"
        label="Blogs"
        columns={columns}
        rows={isError && !data ? [] : rows}
        rowKey={idOf}
        slice={{ page, size }}
        sort={sort}
        tools={<SaveViewButton saved={saved} />}
        live={live}
        onSort={(sort) => change({ sort })}
        onOpen={({ _id }) => open(_id)}
        currentKey={opened}
        empty={
          isError ? null : words ? (
            'Nothing fits this search.'
          ) : (
            <>
              <p>No posts yet.</p>
              <Button onClick={() => open('new')}>New post</Button>
            </>
          )
        }
      />
      {rows && <Pager page={page} size={size} total={rows.length} />}
      {opened && (
        <Suspense>
          <BlogDrawer key={opened} opened={opened} keys={rows?.map(idOf) ?? []} onDelete={setConfirming} />
        </Suspense>
      )}
      {preview.blog && <BlogPreview blog={preview.blog} onClose={preview.close} />}
      {confirming && <DeleteQuestion blog={confirming} onClose={() => setConfirming(null)} />}
    </RowActionsContext>
  );
}
