import {
  type AnswerOf,
  type catalogApi,
  type JoinedMediaType,
  joinedOf,
  type MediaItem,
  mediaSorts,
} from '@satrangi/contracts';
import { filterOf, namesOf, type Query, standingOf } from './items.rules.ts';
import {
  compareBy,
  countUpTo,
  type Place,
  placeOf,
  readCursor,
  type Sort,
  writeCursor,
} from './orders.rules.ts';
import { type Found, searchIndex, TIER_MAX } from './search-index.ts';

export type Picture = { readonly key: string; readonly revision: string; readonly mimeType: string };

/** An item as the shelf is told of it. A higher version replaces a lower one, in whatever order they come. */
export type ShelfBook = {
  readonly item: MediaItem;
  readonly creatorId: string | null;
  /** Where its picture is kept. */
  readonly thumbnail?: Picture | null;
  readonly version: number;
  readonly isWithdrawn: boolean;
};
export type Page = AnswerOf<(typeof catalogApi)['search']>;

type Book = {
  readonly slot: number;
  readonly place: Place;
  item: MediaItem;
  creatorId: string | null;
  thumbnail: Picture | null;
  version: number;
};

/** One kind, or everything. */
type Scope = JoinedMediaType | 'all';
const VIEWS_MAX = 200;

const scopeOf = ({ mediaType }: Pick<Query, 'mediaType'>): Scope =>
  mediaType === undefined ? 'all' : joinedOf(mediaType);

const isIn =
  (scope: Scope) =>
  ({ item }: Book): boolean =>
    scope === 'all' || item.mediaType === scope;

const placeFor = (book: Book): Place => book.place;

const cutPage = (ordered: readonly Book[], sort: Sort, query: Query): Page | null => {
  const after = query.cursor === undefined ? undefined : readCursor(sort, query.cursor);
  if (after === null) return null;
  const start = after ? countUpTo(ordered, after, placeFor, compareBy[sort]) : 0;
  const page = ordered.slice(start, start + query.limit);
  const last = page.at(-1);
  const isEnd = !last || start + page.length >= ordered.length;
  return {
    items: page.map(({ item }) => item),
    total: ordered.length,
    nextCursor: isEnd ? null : writeCursor(sort, last.place),
  };
};

export type Shelf = ReturnType<typeof openShelf>;

/**
 * All published items in memory, in every order and by every word, so that reading never touches the store. Lists
 * are cut out of orders kept sorted; what a filter leaves of an order is remembered until a book changes its place.
 * @param hear told of every book in its newest version, withdrawn ones too
 */
export const openShelf = (hear: (told: ShelfBook) => void = () => {}) => {
  const books = new Map<string, Book>();
  /** Versions of books that left: an older reading must not bring one back. */
  const gone = new Map<string, number>();
  const bySlot: (Book | undefined)[] = [];
  const freeSlots: number[] = [];
  const words = searchIndex();
  /** Every order twice: of everything, and of each kind. */
  const orders = new Map<Scope, Map<Sort, Book[]>>();
  const views = new Map<string, readonly Book[]>();
  let authors: readonly string[] | undefined;

  const ordersOf = (scope: Scope): Map<Sort, Book[]> => {
    const known = orders.get(scope) ?? new Map<Sort, Book[]>(mediaSorts.map((sort) => [sort, []]));
    orders.set(scope, known);
    return known;
  };
  const orderBy = (sort: Sort, scope: Scope = 'all'): Book[] => ordersOf(scope).get(sort) ?? [];
  const ordersWith = ({ item }: Book): [Sort, Book[]][] => [...ordersOf('all'), ...ordersOf(item.mediaType)];

  const takeOff = (book: Book): void => {
    for (const [sort, order] of ordersWith(book)) {
      const position = countUpTo(order, book.place, placeFor, compareBy[sort]) - 1;
      if (order[position] === book) order.splice(position, 1);
    }
    words.remove(book.slot);
    books.delete(book.item._id);
    bySlot[book.slot] = undefined;
    freeSlots.push(book.slot);
  };

  const putOn = ({ item, creatorId, thumbnail = null, version }: ShelfBook): void => {
    const slot = freeSlots.pop() ?? bySlot.length;
    const book: Book = { slot, place: placeOf(item), item, creatorId, thumbnail, version };
    for (const [sort, order] of ordersWith(book))
      order.splice(countUpTo(order, book.place, placeFor, compareBy[sort]), 0, book);
    words.add(slot, {
      titles: [item.title, item.altTitle ?? ''].filter(Boolean),
      author: namesOf(item).join(' '),
      others: [...item.tags, ...item.genres],
    });
    books.set(item._id, book);
    bySlot[slot] = book;
  };

  /** The newest version told of an item, withdrawn or not; 0 for none. */
  const versionOf = (id: string): number => books.get(id)?.version ?? gone.get(id) ?? 0;

  /** Safe in any order and any number of times. @returns whether the shelf looks different now. */
  const put = (told: ShelfBook): boolean => {
    const id = told.item._id;
    const book = books.get(id);
    if (told.version <= versionOf(id)) return false;
    hear(told);
    if (
      book &&
      !told.isWithdrawn &&
      standingOf(book.item, book.creatorId) === standingOf(told.item, told.creatorId)
    ) {
      const { item, creatorId, thumbnail = null, version } = told;
      Object.assign(book, { item, creatorId, thumbnail, version });
      return true;
    }
    if (book) takeOff(book);
    if (told.isWithdrawn) gone.set(id, told.version);
    else {
      gone.delete(id);
      putOn(told);
    }
    views.clear();
    authors = undefined;
    return true;
  };

  /** What a test leaves of an order, remembered under a name until a book changes its place. */
  const viewOf = (name: string, order: readonly Book[], test: (book: Book) => boolean): readonly Book[] => {
    const view = views.get(name) ?? order.filter(test);
    views.delete(name);
    views.set(name, view);
    if (views.size > VIEWS_MAX) for (const oldest of views.keys()) if (views.delete(oldest)) break;
    return view;
  };
  const newestOf = (name: string, scope: Scope, test: (book: Book) => boolean): MediaItem[] =>
    viewOf(`${scope} ${name}`, orderBy('newest', scope), test).map(({ item }) => item);

  const filtered = (query: Query): readonly Book[] => {
    const filter = filterOf(query);
    const { sort, page, featured, free, author, format, language } = query;
    const scope = scopeOf(query);
    const name = JSON.stringify([scope, sort, page, featured, free, author, format, language]);
    return filter ? viewOf(name, orderBy(sort, scope), ({ item }) => filter(item)) : orderBy(sort, scope);
  };

  /** The books that were found among others, newest first: sorted when few, read from the order when many. */
  const newestAmong = ({ slots }: Found, scope: Scope): readonly Book[] => {
    if (slots.length * 64 > books.size) return orderBy('newest', scope);
    const few = slots.flatMap((slot) => bySlot[slot] ?? []).filter(isIn(scope));
    return few.sort((a, b) => compareBy.newest(a.place, b.place));
  };

  /** The page of best fits: all are counted, but only as many are gathered as the page shows. */
  const fittest = (
    found: Found,
    query: Query,
    filter: ((item: MediaItem) => boolean) | null,
  ): Page | null => {
    const after = query.cursor === undefined ? undefined : readCursor('fit', query.cursor);
    if (after === null) return null;
    const byFit: Book[][] = Array.from({ length: TIER_MAX + 1 }, () => []);
    let total = 0;
    for (const book of newestAmong(found, scopeOf(query))) {
      const fit = found.tierOf(book.slot);
      if (fit === 0 || (filter && !filter(book.item))) continue;
      total += 1;
      const same = byFit[TIER_MAX - fit] ?? [];
      if (same.length > query.limit) continue;
      const isShown =
        after && (fit > after.fit || (fit === after.fit && compareBy.newest(book.place, after) <= 0));
      if (!isShown) same.push(book);
    }
    const rest = byFit.flat();
    const page = rest.slice(0, query.limit);
    const last = page.at(-1);
    const isEnd = !last || rest.length === page.length;
    return {
      items: page.map(({ item }) => item),
      total,
      nextCursor: isEnd ? null : writeCursor('fit', { ...last.place, fit: found.tierOf(last.slot) }),
    };
  };

  const search = (query: Query, text: string): Page | null => {
    const scope = scopeOf(query);
    const isAsked = isIn(scope);
    const found = words.search(text, (slot) => {
      const book = bySlot[slot];
      return book !== undefined && isAsked(book);
    });
    const filter = filterOf(query);
    if (query.sort === 'newest') return fittest(found, query, filter);
    const fits = (book: Book): boolean => found.tierOf(book.slot) > 0 && (!filter || filter(book.item));
    return cutPage(orderBy(query.sort, scope).filter(fits), query.sort, query);
  };

  return {
    put,
    versionOf,
    size: (): number => books.size,
    /** An item of one kind, or of any. */
    get: (id: string, kind?: JoinedMediaType): MediaItem | undefined => {
      const item = books.get(id)?.item;
      return kind === undefined || item?.mediaType === kind ? item : undefined;
    },
    /** The picture of an item on the shelf; null when it has none, undefined when it is not there. */
    thumbnailOf: (id: string, kind: JoinedMediaType): Picture | null | undefined => {
      const book = books.get(id);
      return book?.item.mediaType === kind ? book.thumbnail : undefined;
    },
    /** Null when the cursor belongs to another list. With words and no other sort, the best fit comes first. */
    list: (query: Query): Page | null =>
      query.q ? search(query, query.q) : cutPage(filtered(query), query.sort, query),
    free: (kind: JoinedMediaType): MediaItem[] => newestOf('free', kind, ({ item }) => item.isFree),
    ofCreator: (userId: string, kind: JoinedMediaType): MediaItem[] =>
      newestOf(`creator ${userId}`, kind, ({ creatorId }) => creatorId === userId),
    /** Who wrote the eBooks. */
    authors: (): readonly string[] => {
      const compare = new Intl.Collator('en').compare;
      authors ??= [...new Set(orderBy('newest', 'ebook').map(({ item }) => item.author))].sort(compare);
      return authors;
    },
  };
};
