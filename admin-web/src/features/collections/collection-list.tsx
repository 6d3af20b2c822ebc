import type { EditorCurated } from '@satrangi/contracts';
import { Button, Failure, scriptProps } from '@satrangi/kit';
import { useStore } from '@satrangi/kit/browser/use-store';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useAddress, useOpened } from '../../lib/address.ts';
import { api } from '../../lib/api.ts';
import { Confirm } from '../../lib/confirm.tsx';
import { counted } from '../../lib/format.ts';
import { heldActs, holdBack, isHeldBack } from '../../lib/held-back.ts';
import { HeldBackStrip } from '../../lib/held-back-strip.tsx';
import { withReason } from '../../lib/http.ts';
import { ifMatch } from '../../lib/if-match.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { moveKeys } from '../../lib/move-keys.ts';
import rows from '../../lib/row-list.module.css';
import { TabHead } from '../../lib/tab-head.tsx';
import { collectionsQuery, collectionTexts, HELD_PREFIX } from './collection-queries.ts';
import styles from './collections.module.css';

/** Loaded when it is opened: the form and its schemas come with it. */
const CollectionDrawer = lazy(async () => ({
  default: (await import('./collection-drawer.tsx')).CollectionDrawer,
}));

type Collections = readonly EditorCurated[];
const slugsOf = (collections: Collections): string[] => collections.map(({ slug }) => slug);

/**
 * Sends the order, painted at once. Over an order that another editor has set it is refused and read again.
 * @param shown without those whose deletion is held back: a move goes past them
 */
const useOrder = (collections: Collections, shown: Collections) => {
  const client = useQueryClient();
  const { queryKey } = collectionsQuery;
  const [announced, setAnnounced] = useState('');
  const reorder = useMutation({
    mutationFn: ({ from, order }: { from: Collections; order: Collections }) =>
      api.catalog.orderCurated({ body: { slugs: slugsOf(order), from: slugsOf(from) } }),
    onMutate: async ({ order }) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, [...order]);
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['collections'] }),
  });
  const move = (slug: string, by: 1 | -1): void => {
    const from = shown.findIndex((each) => each.slug === slug);
    const moved = shown[from];
    const passed = shown[from + by];
    if (reorder.isPending || !moved || !passed) return;
    setAnnounced(`‘${moved.name}’ is now ${from + by + 1} of ${shown.length}.`);
    const place = collections.indexOf(passed);
    reorder.mutate({
      from: collections,
      order: collections.toSpliced(collections.indexOf(moved), 1).toSpliced(place, 0, moved),
    });
  };
  const failure = reorder.isError ? withReason(collectionTexts.orderFailed, reorder.error, ': ') : undefined;
  return { move, announced: failure ? '' : announced, failure } as const;
};

const factsOf = ({ isStaffPicks, published, total, visible }: EditorCurated): string =>
  [
    published ? 'published' : 'draft',
    ...(isStaffPicks ? ['staff picks'] : []),
    counted(total, 'title'),
    ...(visible < total ? [`${visible} on the shelves`] : []),
    ...(published && visible === 0 ? ['readers do not see it'] : []),
  ].join(' · ');

type RowProps = {
  collection: EditorCurated;
  isFirst: boolean;
  isLast: boolean;
  onOpen: () => void;
  onMove: (by: 1 | -1) => void;
  onDelete: () => void;
};

function Row({ collection, isFirst, isLast, onOpen, onMove, onDelete }: RowProps) {
  const { name } = collection;
  return (
    <li className={rows.row}>
      <button type="button" className={rows.open} data-row onClick={onOpen} onKeyDown={moveKeys(onMove)}>
        <b {...scriptProps(name)}>{name}</b>
        <small>{factsOf(collection)}</small>
      </button>
      <span className={styles.tools}>
        <Button size="s" aria-label={`Move ${name} up`} aria-disabled={isFirst} onClick={() => onMove(-1)}>
          Up
        </Button>
        <Button size="s" aria-label={`Move ${name} down`} aria-disabled={isLast} onClick={() => onMove(1)}>
          Down
        </Button>
        <Button size="s" tone="quiet" aria-label={`Delete ${name}`} onClick={onDelete}>
          Delete
        </Button>
      </span>
    </li>
  );
}

/** The question before a deletion. The call waits ten seconds, because a deleted collection has no way back. */
function DeleteQuestion({ collection, onClose }: { collection: EditorCurated; onClose: () => void }) {
  const client = useQueryClient();
  const { get, change } = useAddress();
  const { slug, name, version } = collection;
  const remove = async (): Promise<void> => {
    if (get('open') === slug) change({ open: null }, { replace: true });
    holdBack(
      { key: HELD_PREFIX + slug, text: `‘${name}’ is deleted in 10 seconds.` },
      () => api.catalog.deleteCurated({ params: { slug } }, ifMatch(version)),
      {
        settled: () => client.invalidateQueries({ queryKey: ['collections'] }),
        failureOf: (error) => withReason(`${collectionTexts.deleteFailed} ‘${name}’`, error, ': '),
      },
    );
  };
  return (
    <Confirm
      title={`Delete ‘${name}’?`}
      action="Delete"
      onConfirm={remove}
      failureOf={() => collectionTexts.deleteFailed}
      onClose={onClose}
    >
      <p>Its titles stay in the shop. The collection comes back only within 10 seconds.</p>
    </Confirm>
  );
}

/** Collections made by editors, in the order of the home page: write, move, publish, delete (decision 0139). */
export function CollectionList() {
  const { opened, open } = useOpened();
  const query = useQuery(collectionsQuery);
  const held = useStore(heldActs);
  const [confirming, setConfirming] = useState<EditorCurated | null>(null);
  const all = query.data ?? [];
  const shown = all.filter(({ slug }) => !isHeldBack(held, HELD_PREFIX + slug));
  const { move, announced, failure } = useOrder(all, shown);
  return (
    <>
      <TabHead title="Collections" fact={query.data && counted(shown.length, 'collection')}>
        <Button size="s" tone="primary" onClick={() => open('new')}>
          New collection
        </Button>
      </TabHead>
      <HeldBackStrip prefix={HELD_PREFIX} />
      <Failure>{failure}</Failure>
      <p role="status" className="vh">
        {announced}
      </p>
      <Loaded query={query} loading="Loading the collections" error={collectionTexts.loadFailed}>
        {() =>
          shown.length === 0 ? (
            <div className={styles.empty}>
              <p>No collections yet.</p>
              <Button onClick={() => open('new')}>New collection</Button>
            </div>
          ) : (
            <>
              <p className="muted">In the order of the home page, which shows the first three.</p>
              <ol className={rows.list} aria-label="Collections">
                {shown.map((collection, index) => (
                  <Row
                    key={collection.slug}
                    collection={collection}
                    isFirst={index === 0}
                    isLast={index === shown.length - 1}
                    onOpen={() => open(collection.slug)}
                    onMove={(by) => move(collection.slug, by)}
                    onDelete={() => setConfirming(collection)}
                  />
                ))}
              </ol>
            </>
          )
        }
      </Loaded>
      {opened && (
        <Suspense>
          <CollectionDrawer key={opened} opened={opened} keys={slugsOf(shown)} />
        </Suspense>
      )}
      {confirming && <DeleteQuestion collection={confirming} onClose={() => setConfirming(null)} />}
    </>
  );
}
