import { load } from '../load.ts';
import { type CostedRun, type Measured, summary } from '../metric.ts';
import { type Shot, shot } from '../wire.ts';
import { READER_PASSWORD, readerEmail, type World } from '../world.ts';

const RUNS = 3;
const WARM_SECONDS = 1;
const SECONDS = 2;

const runs = async (
  world: World,
  metric: string,
  shotsOf: (run: number) => readonly Shot[],
  connections: number,
): Promise<Measured> => {
  await load(world.url, shotsOf(RUNS), { connections, seconds: WARM_SECONDS });
  const done: CostedRun[] = [];
  for (let run = 0; run < RUNS; run += 1)
    done.push(await world.costed(() => load(world.url, shotsOf(run), { connections, seconds: SECONDS })));
  return summary(metric, done, world.memory());
};

/** The first page of the shelf, as the shop asks for it. */
const SHELF = '/api/ebooks?page=Digital%20Library&limit=24';

/** Not compressed: 46 kB. */
export const list = (world: World): Promise<Measured> => {
  const shots = [shot('GET', SHELF)];
  return runs(world, 'list', () => shots, 32);
};

/** As every browser asks for it. */
export const listPacked = (world: World): Promise<Measured> => {
  const shots = [shot('GET', SHELF, { headers: { 'accept-encoding': 'gzip, deflate, br' } })];
  return runs(world, 'list-packed', () => shots, 32);
};

/** Two hundred books, one after the other. */
export const detail = (world: World): Promise<Measured> => {
  const shots = world.books.slice(0, 200).map(({ _id }) => shot('GET', `/api/ebooks/${_id}`));
  return runs(world, 'detail', () => shots, 32);
};

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word.length >= 4);

/** What people type: one word, two, the beginning of one, one with two letters swapped. */
const questions = (title: string, author: string): string[] => {
  const words = wordsOf(`${title} ${author}`);
  const [first = title, second = author] = words;
  const [a = '', b = '', c = '', ...rest] = [...first];
  return [first, `${first} ${second}`, [...first].slice(0, 3).join(''), [a, c, b, ...rest].join('')];
};

/** More than a run can ask. */
const QUESTIONS = 60_000;

/** Blanks around a question are not part of it; so many tell two askings of one question apart. */
const blanksOf = (n: number): string =>
  n.toString(2).padStart(18, '0').replaceAll('0', '%20').replaceAll('1', '%09');

/** No address is asked twice in all runs, so that none is answered from memory. */
export const search = (world: World): Promise<Measured> => {
  const asked = [...new Set(world.books.flatMap(({ title, author }) => questions(title, author)))];
  const sorts = ['newest', 'title', '-title', 'price', '-price'];
  const shotsOf = (run: number): Shot[] =>
    Array.from({ length: QUESTIONS }, (_, n) => {
      const q = encodeURIComponent(asked[n % asked.length] ?? '');
      const sort = sorts[Math.floor(n / asked.length) % sorts.length];
      return shot(
        'GET',
        `/api/ebooks?q=${q}${blanksOf(run * QUESTIONS + n)}&sort=${sort}&limit=${12 + (n % 5)}`,
      );
    });
  return runs(world, 'search', shotsOf, 16);
};

/** A question no answer is kept for, through login check, limits and request ids: what the door itself costs. */
export const proxied = (world: World): Promise<Measured> => {
  const shots = world.readers.flatMap(({ token }, n) => {
    const { _id = '' } = world.books[n] ?? {};
    return [shot('GET', `/api/library/progress/${_id}`, { headers: { authorization: `Bearer ${token}` } })];
  });
  return runs(world, 'proxied', () => shots, 32);
};

export const login = (world: World): Promise<Measured> => {
  const shots = world.readers.map((_, n) =>
    shot('POST', '/api/users/login', { body: { email: readerEmail(n), password: READER_PASSWORD } }),
  );
  return runs(world, 'login', () => shots, 8);
};
