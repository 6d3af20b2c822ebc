import { setTimeout as sleep } from 'node:timers/promises';
import { catalogApi, createClient } from '@satrangi/contracts';
import { forEachConcurrently } from '../../http.ts';

export type StaleReads = {
  readonly edits: number;
  /** First reads of the writer, at the other gateway, that show an older title. */
  readonly staleFirstReads: number;
  /** Reads of visitors, one second after the edit was answered, that show an older title. */
  readonly staleLateReads: number;
  readonly lateReads: number;
  readonly firstReads: number;
  /** Requests of the background load. */
  readonly load: number;
};

/** After this time no answer may be older than the edit (ms). */
const SETTLED_MS = 1_000;
const LOAD_PAUSE_MS = 10;
const RETRY_MS = 200;
const TRIES_MAX = 100;
const READERS = 4;
const LIST = '/ebooks?limit=50';

type Shown = { readonly _id: string; readonly title: string };

/**
 * A `fetch` that waits while a gateway, a replica or Redis is started again: it sends once more after a response 502 or higher,
 * or none.
 */
const patientFetch: typeof fetch = async (input, init) => {
  for (let tries = 0; ; tries += 1) {
    const response = await fetch(input, init).catch((error: unknown) => {
      if (tries >= TRIES_MAX) throw error;
    });
    if (response && (response.status < 502 || tries >= TRIES_MAX)) return response;
    await response?.body?.cancel();
    await sleep(RETRY_MS);
  }
};

/** @returns null for an item that is not found: a replica that has not read it yet */
const readJson = async <T>(send: typeof fetch, url: string, token?: string): Promise<T | null> => {
  const response = await send(url, token ? { headers: { authorization: `Bearer ${token}` } } : {});
  const body: unknown = await response.json();
  if (response.status === 404) return null;
  if (response.status !== 200) throw new Error(`${new URL(url).pathname} answers ${response.status}`);
  return body as T;
};

const bookDraft = {
  author: 'Nobody',
  description: 'A book to be edited.',
  format: 'text',
  priceINR: 199,
  priceUSD: 2.99,
} as const;

/** Reads lists and pages through every gateway until the signal aborts. @returns the number of requests */
const readContinuously = async (
  gateways: readonly string[],
  books: readonly string[],
  signal: AbortSignal,
): Promise<number> => {
  let count = 0;
  while (!signal.aborted) {
    const api = gateways[count % gateways.length];
    const path = count % 3 === 0 ? LIST : `/ebooks/${books[count % books.length]}`;
    await readJson(patientFetch, `${api}${path}`);
    count += 1;
    await sleep(LOAD_PAUSE_MS);
  }
  return count;
};

/**
 * Edits titles under a load of reads and counts answers that are older than the edit.
 * @param gateways base URLs with `/api` @param books number of titles edited at the same time
 * @param token the login of an admin @param writerFetch makes the `fetch` of one writer
 */
export const countStaleReads = async ({
  gateways,
  edits,
  books: bookCount,
  token,
  writerFetch = (send) => send,
}: {
  readonly gateways: readonly string[];
  readonly edits: number;
  readonly books: number;
  readonly token: string;
  readonly writerFetch?: (send: typeof fetch) => typeof fetch;
}): Promise<StaleReads> => {
  const editor = (api: string | undefined, send: typeof fetch) =>
    createClient(catalogApi, { baseUrl: api ?? '', token: () => token, fetch: send });
  const books: string[] = [];
  for (let n = 0; n < bookCount; n++) {
    const body = { ...bookDraft, title: `Book ${n}, edit 0` };
    books.push((await editor(gateways[0], patientFetch).createEbook({ body }))._id);
  }
  const counted = { staleFirstReads: 0, staleLateReads: 0, lateReads: 0, firstReads: 0 };

  /** @returns the titles that two pages show for an item */
  const titlesOf = async (send: typeof fetch, api: string, id: string): Promise<(string | undefined)[]> => {
    const item = await readJson<Shown>(send, `${api}/ebooks/${id}`);
    const list = await readJson<{ items: Shown[] }>(send, `${api}${LIST}`);
    return [item?.title, list?.items.find(({ _id }) => _id === id)?.title];
  };

  const editOnce = async (id: string, n: number, edit: number): Promise<void> => {
    const title = `Book ${n}, edit ${edit}`;
    const isOlder = (shown: string | undefined): boolean => shown !== title;
    const [own = '', other = ''] = edit % 2 ? gateways : gateways.toReversed();
    const send = writerFetch(patientFetch);
    await editor(own, send).updateEbook({ params: { id }, body: { ...bookDraft, title } });
    const asAdmin = await readJson<Shown>(send, `${other}/ebooks/${id}`, token);
    const first = [asAdmin?.title, ...(await titlesOf(send, other, id))];
    counted.firstReads += first.length;
    counted.staleFirstReads += first.filter(isOlder).length;
    await sleep(SETTLED_MS);
    const late = (await Promise.all(gateways.map((api) => titlesOf(patientFetch, api, id)))).flat();
    counted.lateReads += late.length;
    counted.staleLateReads += late.filter(isOlder).length;
  };

  const done = new AbortController();
  const load = Promise.all(
    Array.from({ length: READERS }, () => readContinuously(gateways, books, done.signal)),
  );
  const perBook = Math.ceil(edits / bookCount);
  await forEachConcurrently([...books.entries()], bookCount, async ([n, id]) => {
    for (let edit = 1; edit <= perBook; edit++) await editOnce(id, n, edit);
  }).finally(() => done.abort());
  return { edits: perBook * bookCount, ...counted, load: (await load).reduce((sum, one) => sum + one, 0) };
};
