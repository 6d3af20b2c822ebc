import type { Mark, MarkChange } from '@satrangi/contracts';
import { createStore, safeStorage } from '../../lib/store.ts';

/** As many changes as the server accepts at once. */
const AT_ONCE = 50;
/** Before every change that has a time. */
const LONG_AGO = '1970-01-01T00:00:00.000Z';

export const bookmarkId = (page: number): string => `page-${page}`;
const visitor = 'visitor';
const keyOf = (who: string, mediaId: string): string => `marks:${who}:${mediaId}`;
/** Where bookmarks were kept before they were sent to the server. */
const oldKeyOf = (who: string, mediaId: string): string => `bookmarks:${who}:${mediaId}`;

const parsed = (text: string | null): unknown[] => {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
};

const isChange = (value: unknown): value is MarkChange => {
  if (typeof value !== 'object' || value === null) return false;
  // an object of unknown fields, each checked below
  const { id, page, at } = value as Partial<Record<keyof MarkChange, unknown>>;
  return typeof id === 'string' && Number.isInteger(page) && typeof at === 'string';
};

export const readChanges = (text: string | null): MarkChange[] => parsed(text).filter(isChange);

/** Bookmarks as page numbers, of an earlier version. */
export const readOldBookmarks = (text: string | null): MarkChange[] =>
  parsed(text)
    .filter((page): page is number => Number.isInteger(page) && Number(page) > 0)
    .map((page) => ({ id: bookmarkId(page), page, quote: null, note: '', at: LONG_AGO, removed: false }));

/** Later changes replace earlier ones of the same mark. */
export const withChanges = (before: readonly MarkChange[], changes: readonly MarkChange[]): MarkChange[] => {
  const all = new Map(before.map((change) => [change.id, change]));
  for (const change of changes) {
    const known = all.get(change.id);
    if (!known || known.at <= change.at) all.set(change.id, change);
  }
  return [...all.values()];
};

const placeOf = ({ quote }: Mark): number => quote?.start ?? -1;

/** What the reader sees: the marks of the server with the changes that are not there yet, by page. */
export const marksOf = (server: readonly Mark[], changes: readonly MarkChange[]): Mark[] =>
  withChanges(
    server.map((mark) => ({ ...mark, removed: false })),
    changes,
  )
    .filter(({ removed }) => !removed)
    .map(({ removed: _, ...mark }) => mark)
    .sort((a, b) => a.page - b.page || placeOf(a) - placeOf(b));

type Server = {
  readonly list: () => Promise<readonly Mark[]>;
  /** Merges all changes but those of the marks in `refused`. */
  readonly merge: (changes: readonly MarkChange[]) => Promise<{
    readonly marks: readonly Mark[];
    readonly refused: readonly { readonly id: string; readonly detail: string }[];
  }>;
};

/** Marks for which the server has no place: they stay on this device. */
export class MarksRefused extends Error {}

const stampOf = ({ id, at }: MarkChange): string => `${id} ${at}`;

/**
 * The marks of one reader in one item. Changes are kept on the device until the server has them, and no longer: devices
 * are shared. Without a login they stay on the device; the next reader who logs in there and opens the item takes them along.
 */
export const createMarks = (mediaId: string, userId: string | null, server: Server) => {
  const who = userId ?? visitor;
  const key = keyOf(who, mediaId);
  const read = (): MarkChange[] => readChanges(safeStorage.read(key));
  const write = (changes: readonly MarkChange[]): void =>
    safeStorage.write(key, changes.length === 0 ? null : JSON.stringify(changes));

  const take = (from: string): void => {
    const old = readOldBookmarks(safeStorage.read(oldKeyOf(from, mediaId)));
    const others = from === who ? [] : readChanges(safeStorage.read(keyOf(from, mediaId)));
    if (old.length + others.length > 0) write(withChanges(withChanges(old, others), read()));
    safeStorage.write(oldKeyOf(from, mediaId), null);
    if (from !== who) safeStorage.write(keyOf(from, mediaId), null);
  };
  for (const from of new Set([who, visitor])) take(from);

  let known: readonly Mark[] = [];
  const store = createStore<readonly Mark[]>(marksOf(known, read()));
  const error = createStore<unknown>(null);
  const show = (): void => store.set(marksOf(known, read()));

  /** Sends what the server does not have, then shows what it has. @throws MarksRefused when it has no place for some */
  const exchange = async (): Promise<void> => {
    const kept = new Set<string>();
    let why: string | undefined;
    const nextBatch = () =>
      read()
        .filter((change) => !kept.has(stampOf(change)))
        .slice(0, AT_ONCE);
    let batch = nextBatch();
    if (batch.length === 0) known = await server.list();
    while (batch.length > 0) {
      const { marks, refused } = await server.merge(batch);
      known = marks;
      why ??= refused[0]?.detail;
      const isRefused = ({ id }: MarkChange): boolean => refused.some((each) => each.id === id);
      for (const change of batch) if (isRefused(change)) kept.add(stampOf(change));
      const sent = new Set(batch.filter((change) => !isRefused(change)).map(stampOf));
      // A mark may have changed while it was sent.
      write(read().filter((change) => !sent.has(stampOf(change))));
      batch = nextBatch();
    }
    if (why !== undefined) throw new MarksRefused(why);
  };
  let queue: Promise<void> = Promise.resolve();
  const sync = (): Promise<void> => {
    if (userId === null) return queue;
    queue = queue
      .then(exchange)
      .then(
        () => error.set(null),
        (reason: unknown) => error.set(reason),
      )
      .then(show);
    return queue;
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    /** Why the last exchange with the server failed; null: it did not. */
    error,
    /** Changes a mark on this device, and then on the server. */
    change: (mark: Omit<MarkChange, 'at'>): Promise<void> => {
      const changes = withChanges(read(), [{ ...mark, at: new Date().toISOString() }]);
      // Without a server nothing else remembers a removed mark.
      write(userId === null ? changes.filter(({ removed }) => !removed) : changes);
      show();
      return sync();
    },
    sync,
  };
};
