import type { JoinedMediaType, MediaItem } from '@satrangi/contracts';
import { type IndexedItem, type IndexedItems, keyOf } from './indexed-items.ts';
import type { Scope } from './item-orders.ts';
import { filterOf, type Page, type Query, scopeOf } from './items.rules.ts';
import { compareBy, countUpTo, readCursor, type Sort, writeCursor } from './sort-orders.rules.ts';
import { createViewCache, viewNameOf } from './view-cache.ts';

const cutPage = (ordered: readonly IndexedItem[], sort: Sort, query: Query): Page | null => {
  const after = query.cursor === undefined ? undefined : readCursor(sort, query.cursor);
  if (after === null) return null;
  const start = after ? countUpTo(ordered, after, keyOf, compareBy[sort]) : 0;
  const page = ordered.slice(start, start + query.limit);
  const last = page.at(-1);
  const isEnd = !last || start + page.length >= ordered.length;
  return {
    items: page.map(({ entry }) => entry.item),
    total: ordered.length,
    nextCursor: isEnd ? null : writeCursor(sort, last.sortKey),
  };
};

/** Lists of items in an order. Filtered lists are cached until `clear`. */
export const createItemLists = ({ orderBy }: Pick<IndexedItems['orders'], 'orderBy'>) => {
  const { viewOf, clear: clearViews } = createViewCache<IndexedItem>();
  let authors: readonly string[] | undefined;

  const newestOf = (name: string, scope: Scope, test: (indexed: IndexedItem) => boolean): MediaItem[] =>
    viewOf(`${scope} ${name}`, orderBy('newest', scope), test).map(({ entry }) => entry.item);

  const filtered = (query: Query): readonly IndexedItem[] => {
    const filter = filterOf(query);
    const { sort } = query;
    const scope = scopeOf(query);
    const order = orderBy(sort, scope);
    return filter ? viewOf(viewNameOf(scope, query), order, ({ entry }) => filter(entry.traits)) : order;
  };

  return {
    /** An item was added, removed or moved. */
    clear: (): void => {
      clearViews();
      authors = undefined;
    },
    /** @returns null when the cursor belongs to another list */
    page: (query: Query): Page | null => cutPage(filtered(query), query.sort, query),
    free: (kind: JoinedMediaType): MediaItem[] => newestOf('free', kind, ({ entry }) => entry.traits.isFree),
    ofCreator: (userId: string, kind: JoinedMediaType): MediaItem[] =>
      newestOf(`creator ${userId}`, kind, ({ entry }) => entry.creatorId === userId),
    /** The distinct authors of eBooks. */
    authors: (): readonly string[] => {
      const compare = new Intl.Collator('en').compare;
      authors ??= [...new Set(orderBy('newest', 'ebook').map(({ entry }) => entry.traits.author))].sort(
        compare,
      );
      return authors;
    },
  };
};
