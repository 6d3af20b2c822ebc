import { setTimeout as sleep } from 'node:timers/promises';
import { CHANGES_MAX, catalogApi, cmsApi, createClient } from '@satrangi/contracts';
import { type Fixture, READER_PASSWORD, readerEmail } from '../fixture.ts';
import { load } from '../load-generator.ts';
import { type CostedRun, type Measured, summary } from '../metric.ts';
import { type RawRequest, rawRequest } from '../raw-http.ts';

const RUNS = 3;
const WARM_SECONDS = 1;
const SECONDS = 2;

/** Three short runs after a warm one. */
export const runs = async (
  fixture: Fixture,
  metric: string,
  requestsOf: (run: number) => readonly RawRequest[],
  connections: number,
): Promise<Measured> => {
  await load(fixture.url, requestsOf(RUNS), { connections, seconds: WARM_SECONDS });
  const done: CostedRun[] = [];
  for (let run = 0; run < RUNS; run += 1)
    done.push(
      await fixture.costed(() => load(fixture.url, requestsOf(run), { connections, seconds: SECONDS })),
    );
  return summary(metric, done, fixture.memory());
};

/** The first page of the list, as the shop requests it. */
export const SHELF = '/api/ebooks?page=Digital%20Library&limit=24';

/** Not compressed: 46 kB. */
export const list = (fixture: Fixture): Promise<Measured> => {
  const requests = [rawRequest('GET', SHELF)];
  return runs(fixture, 'list', () => requests, 32);
};

/** With the accept-encoding of browsers. */
export const listPacked = (fixture: Fixture): Promise<Measured> => {
  const requests = [rawRequest('GET', SHELF, { headers: { 'accept-encoding': 'gzip, deflate, br' } })];
  return runs(fixture, 'list-packed', () => requests, 32);
};

/** A section of the cms, as pages read it: answered from the cache of the gateway. */
export const section = async (fixture: Fixture): Promise<Measured> => {
  const key = 'bench.section';
  const editor = createClient(cmsApi, { baseUrl: fixture.api, token: () => fixture.adminToken });
  await editor.saveSection({ body: { key, content: `<p>${'A text of the site. '.repeat(40)}</p>` } });
  const requests = [rawRequest('GET', `/api/cms/sections/${key}`)];
  return runs(fixture, 'section', () => requests, 32);
};

/** Two hundred books, one after the other. */
export const detail = (fixture: Fixture): Promise<Measured> => {
  const requests = fixture.books.slice(0, 200).map(({ _id }) => rawRequest('GET', `/api/ebooks/${_id}`));
  return runs(fixture, 'detail', () => requests, 32);
};

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word.length >= 4);

/** More than a run can send. */
const MAX_SEARCHES = 60_000;

/** Whitespace that does not change the search but makes its URL unique. */
export const paddingOf = (n: number): string =>
  n.toString(2).padStart(18, '0').replaceAll('0', '%20').replaceAll('1', '%09');

/** Typical searches: one word, two words, a prefix, a word with two letters swapped. */
export const searchTermsOf = (title: string, author: string): string[] => {
  const words = wordsOf(`${title} ${author}`);
  const [first = title, second = author] = words;
  const [a = '', b = '', c = '', ...rest] = [...first];
  return [first, `${first} ${second}`, [...first].slice(0, 3).join(''), [a, c, b, ...rest].join('')];
};

/** Searches with unique URLs, so that no response comes from the cache. @param offset different for each metric */
const uniqueSearches = ({ books }: Fixture, offset: number): ((run: number) => RawRequest[]) => {
  const pending = [...new Set(books.flatMap(({ title, author }) => searchTermsOf(title, author)))];
  const sorts = ['newest', 'title', '-title', 'price', '-price'];
  return (run) =>
    Array.from({ length: MAX_SEARCHES }, (_, n) => {
      const q = encodeURIComponent(pending[n % pending.length] ?? '');
      const sort = sorts[Math.floor(n / pending.length) % sorts.length];
      const padding = paddingOf(offset + run * MAX_SEARCHES + n);
      return rawRequest('GET', `/api/ebooks?q=${q}${padding}&sort=${sort}&limit=${12 + (n % 5)}`);
    });
};
const SEARCH_CONNECTIONS = 16;

export const search = (fixture: Fixture): Promise<Measured> =>
  runs(fixture, 'search', uniqueSearches(fixture, 0), SEARCH_CONNECTIONS);

/** More titles than a read can name one by one (decision 0100). */
const EDITED_BEFORE = CHANGES_MAX + 8;
const EDIT_EVERY_MS = 1_000;

/** Saves one title after the other until the signal aborts. @returns the saves */
const editTitles = async ({ api, adminToken, books }: Fixture, signal: AbortSignal): Promise<number> => {
  const editor = createClient(catalogApi, { baseUrl: api, token: () => adminToken });
  let edits = 0;
  while (!signal.aborted) {
    const { _id: id = '', title = '', author = '' } = books[edits % books.length] ?? {};
    const { warnings: _warnings, ...draft } = await editor.getEbookDraft({ params: { id } });
    await editor.updateEbook({ params: { id }, body: { ...draft, title, author } });
    edits += 1;
    if (edits > EDITED_BEFORE) await sleep(EDIT_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
  return edits;
};

/** The same searches while titles are edited, one each second, after more of them than a read can name. */
export const searchWhileEdited = async (fixture: Fixture): Promise<Measured> => {
  const stop = new AbortController();
  const editing = editTitles(fixture, stop.signal);
  try {
    return await runs(fixture, 'search-while-edited', uniqueSearches(fixture, 1_000_000), SEARCH_CONNECTIONS);
  } finally {
    stop.abort();
    await editing;
  }
};

/** An uncached request with authentication, rate limits and request ids: the cost of the gateway itself. */
export const proxied = (fixture: Fixture): Promise<Measured> => {
  const requests = fixture.readers.flatMap(({ token }, n) => {
    const { _id = '' } = fixture.books[n] ?? {};
    return [
      rawRequest('GET', `/api/library/progress/${_id}`, { headers: { authorization: `Bearer ${token}` } }),
    ];
  });
  return runs(fixture, 'proxied', () => requests, 32);
};

export const login = (fixture: Fixture): Promise<Measured> => {
  const requests = fixture.readers.map((_, n) =>
    rawRequest('POST', '/api/users/login', { body: { email: readerEmail(n), password: READER_PASSWORD } }),
  );
  return runs(fixture, 'login', () => requests, 8);
};
