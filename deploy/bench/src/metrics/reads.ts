import { cmsApi, createClient } from '@satrangi/contracts';
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
const SHELF = '/api/ebooks?page=Digital%20Library&limit=24';

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

/** Typical searches: one word, two words, a prefix, a word with two letters swapped. */
const searchTermsOf = (title: string, author: string): string[] => {
  const words = wordsOf(`${title} ${author}`);
  const [first = title, second = author] = words;
  const [a = '', b = '', c = '', ...rest] = [...first];
  return [first, `${first} ${second}`, [...first].slice(0, 3).join(''), [a, c, b, ...rest].join('')];
};

/** More than a run can send. */
const MAX_SEARCHES = 60_000;

/** Whitespace that does not change the search but makes its URL unique. */
const paddingOf = (n: number): string =>
  n.toString(2).padStart(18, '0').replaceAll('0', '%20').replaceAll('1', '%09');

/** All URLs are unique, so that no response comes from the cache. */
export const search = (fixture: Fixture): Promise<Measured> => {
  const pending = [...new Set(fixture.books.flatMap(({ title, author }) => searchTermsOf(title, author)))];
  const sorts = ['newest', 'title', '-title', 'price', '-price'];
  const requestsOf = (run: number): RawRequest[] =>
    Array.from({ length: MAX_SEARCHES }, (_, n) => {
      const q = encodeURIComponent(pending[n % pending.length] ?? '');
      const sort = sorts[Math.floor(n / pending.length) % sorts.length];
      return rawRequest(
        'GET',
        `/api/ebooks?q=${q}${paddingOf(run * MAX_SEARCHES + n)}&sort=${sort}&limit=${12 + (n % 5)}`,
      );
    });
  return runs(fixture, 'search', requestsOf, 16);
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
