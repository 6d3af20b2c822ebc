/** Bookmarks, highlights and notes (decision 0134). */
import { anEvent, type Booted, freshSuffix, testMongo, testUser, tokenOf } from '@satrangi/chassis/testing';
import {
  databaseName,
  libraryApi,
  MARKS_AT_ONCE,
  MARKS_PER_ITEM,
  type Mark,
  type MarkChange,
  MediaId,
  NOTE_MAX,
  QUOTE_MAX,
  userDeleted,
} from '@satrangi/contracts';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bootLibrary, mediaOf, paid, refunded } from './boot-library.ts';

const suffix = freshSuffix();
let service: Booted;
let client: MongoClient;
beforeAll(async () => {
  service = await bootLibrary({ env: { DB_SUFFIX: suffix } });
  await service.deliver(mediaOf('book'));
  await service.deliver(mediaOf('free', { priceINR: 0, priceUSD: 0 }));
  client = await MongoClient.connect(await testMongo());
});
afterAll(async () => {
  await client?.close();
  await service.stop();
});
const stored = () => client.db(databaseName('library', suffix)).collection('marks');

const book = MediaId.parse('book');
const params = { mediaId: book };
const orderOf = (userId: string) => ({ orderId: `o-${userId}`, userId, items: [{ mediaId: 'book' }] });
/** A reader who bought the book. */
const newReader = async () => {
  const user = testUser();
  await service.deliver(paid(orderOf(user.userId)));
  return { user, api: service.as(user, libraryApi) };
};
type Api = Awaited<ReturnType<typeof newReader>>['api'];

const minutesAgo = (minutes: number): string =>
  new Date(service.clock.now().getTime() - minutes * 60_000).toISOString();
const bookmark = (page: number, at = minutesAgo(5)) => ({ id: `page-${page}`, page, at });
const note = (id: string, text: string, at = minutesAgo(5)) => ({
  id,
  page: 3,
  quote: { start: 10, end: 22, text: 'the last bus' },
  note: text,
  at,
});
type Change = Partial<MarkChange> & Pick<Mark, 'id' | 'page' | 'at'>;
const merge = async (api: Api, ...changes: Change[]) =>
  (await api.mergeMarks({ params, body: { changes } })).marks;
const put = (user: ReturnType<typeof testUser>, body: unknown): Promise<Response> =>
  fetch(`${service.url}/library/marks/book`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${tokenOf(user)}` },
    body: JSON.stringify(body),
  });

describe('marks of a reader', () => {
  it('are kept by page, for this reader only', async () => {
    const { api } = await newReader();
    await merge(api, bookmark(9), note('n1', 'mine'), bookmark(2));

    const { marks } = await api.listMarks({ params });
    expect(marks.map(({ id }) => id)).toEqual(['page-2', 'n1', 'page-9']);
    expect(marks[1]).toMatchObject({ note: 'mine', quote: { start: 10, end: 22, text: 'the last bus' } });
    expect((await (await newReader()).api.listMarks({ params })).marks).toEqual([]);
  });

  it('of two devices are merged, and of one mark the newest change wins, in any order', async () => {
    const { api } = await newReader();
    await merge(api, bookmark(2), note('n1', 'older', minutesAgo(9)));
    expect((await merge(api, bookmark(7), note('n1', 'newest', minutesAgo(1)))).map(({ id }) => id)).toEqual([
      'page-2',
      'n1',
      'page-7',
    ]);
    const [, late] = await merge(api, note('n1', 'late', minutesAgo(4)));
    expect(late?.note).toBe('newest');
  });

  it('stay removed for a device that was offline, and return with a newer change', async () => {
    const { api } = await newReader();
    await merge(api, bookmark(2, minutesAgo(9)));
    expect(await merge(api, { ...bookmark(2, minutesAgo(5)), removed: true })).toEqual([]);
    expect(await merge(api, bookmark(2, minutesAgo(7)))).toEqual([]);
    expect(await merge(api, bookmark(2, minutesAgo(1)))).toHaveLength(1);
  });

  it('keep no words when they are removed', async () => {
    const { user, api } = await newReader();
    await merge(api, note('n1', 'secret', minutesAgo(9)));
    await merge(api, { ...note('n1', 'secret', minutesAgo(5)), removed: true });
    const kept = await stored().find({ userId: user.userId }).toArray();
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toMatch(/secret|last bus/);
  });

  it('do not depend on how often and how concurrently they arrive', async () => {
    const { api } = await newReader();
    const changes = [bookmark(2), note('n1', 'mine')];
    await Promise.all(Array.from({ length: 8 }, () => merge(api, ...changes)));
    expect((await api.listMarks({ params })).marks).toHaveLength(2);
  });

  it('of a device with a fast clock do not win for ever', async () => {
    const { api } = await newReader();
    await merge(api, note('n1', 'fast', minutesAgo(-600)));
    service.clock.advance(60_000);
    const [mark] = await merge(api, note('n1', 'later', minutesAgo(0)));
    expect(mark?.note).toBe('later');
  });

  it('end with one request, twice', async () => {
    const { api } = await newReader();
    await merge(api, bookmark(2), bookmark(3));
    await api.removeMarks({ params });
    await api.removeMarks({ params });
    expect((await api.listMarks({ params })).marks).toEqual([]);
  });
});

describe('access', () => {
  it('needs a login and an item that the reader may open', async () => {
    const api = service.as(testUser(), libraryApi);
    const locked = { status: 403, code: 'purchase-required' };
    await expect(merge(api, bookmark(1))).rejects.toMatchObject(locked);
    await expect(api.listMarks({ params })).rejects.toMatchObject(locked);
    const unknown = { params: { mediaId: MediaId.parse('unknown') } };
    await expect(api.listMarks(unknown)).rejects.toMatchObject({ status: 404, code: 'not-found' });
    const visitor = service.as('visitor', libraryApi);
    await expect(visitor.listMarks({ params })).rejects.toMatchObject({ status: 401 });
    await expect(visitor.removeMarks({ params })).rejects.toMatchObject({ status: 401 });
    const free = { mediaId: MediaId.parse('free') };
    expect(await api.mergeMarks({ params: free, body: { changes: [bookmark(1)] } })).toMatchObject({
      marks: [{ id: 'page-1' }],
    });
  });

  it('ends with a refund; the marks stay in the export', async () => {
    const { user, api } = await newReader();
    await merge(api, bookmark(4));
    await service.deliver(refunded(orderOf(user.userId)));
    await expect(api.listMarks({ params })).rejects.toMatchObject({ status: 403 });
    expect((await api.exportMine()).marks).toMatchObject([{ mediaId: 'book', id: 'page-4', page: 4 }]);
  });
});

describe('limits', () => {
  const at = '2026-01-01T00:00:00.000Z';
  it.each([
    ['a long note', [note('n', 'x'.repeat(NOTE_MAX + 1), at)], `A note has at most ${NOTE_MAX} characters`],
    [
      'a long quote',
      [{ ...note('n', '', at), quote: { start: 0, end: 5_000, text: 'x'.repeat(QUOTE_MAX + 1) } }],
      `At most ${QUOTE_MAX} characters can be highlighted at once`,
    ],
    [
      'a quote that ends before it starts',
      [{ ...note('n', '', at), quote: { start: 9, end: 3, text: 'x' } }],
      'The end of a quote is after its start',
    ],
    ['an id with other characters', [{ ...bookmark(1, at), id: '../x' }], 'That id is not valid'],
    [
      'too many changes',
      Array.from({ length: MARKS_AT_ONCE + 1 }, (_, n) => bookmark(n + 1, at)),
      `At most ${MARKS_AT_ONCE} changes at once`,
    ],
  ])('refuse %s', async (_name, changes, sentence) => {
    const { user, api } = await newReader();
    const answer = await put(user, { changes });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(sentence);
    expect((await api.listMarks({ params })).marks).toEqual([]);
  });

  it.each([{}, { changes: 'all' }, { changes: [{ id: 'a' }] }, { changes: [null] }, []])(
    'refuse %j',
    async (body) => {
      const { user } = await newReader();
      expect((await put(user, body)).status).toBe(400);
    },
  );

  it('a title is full at its limit; marks in it can still change and end', async () => {
    const { api } = await newReader();
    const pages = Array.from({ length: MARKS_PER_ITEM }, (_, n) => n + 1);
    for (let from = 0; from < pages.length; from += MARKS_AT_ONCE)
      await merge(api, ...pages.slice(from, from + MARKS_AT_ONCE).map((page) => bookmark(page)));
    const detail = `You can keep up to ${MARKS_PER_ITEM} bookmarks and notes in one title. The latest are on this device only until you remove others.`;
    const full = await api.mergeMarks({ params, body: { changes: [bookmark(MARKS_PER_ITEM + 1)] } });
    expect([full.marks.length, full.refused]).toEqual([
      MARKS_PER_ITEM,
      [{ id: `page-${MARKS_PER_ITEM + 1}`, detail }],
    ]);
    expect(await merge(api, bookmark(1, minutesAgo(1)))).toHaveLength(MARKS_PER_ITEM);
    const swapped = [{ ...bookmark(1, minutesAgo(0)), removed: true }, bookmark(MARKS_PER_ITEM + 1)];
    expect(await merge(api, ...swapped)).toHaveLength(MARKS_PER_ITEM);
    // a device that was offline: a bookmark that was removed since, one more, and a note to a page
    const late = [
      bookmark(1, minutesAgo(9)),
      bookmark(5_000),
      { ...bookmark(2, minutesAgo(0)), note: 'late' },
    ];
    const merged = await api.mergeMarks({ params, body: { changes: late } });
    expect(merged.refused).toEqual([{ id: 'page-5000', detail }]);
    expect(merged.marks.find(({ id }) => id === 'page-2')?.note).toBe('late');
    expect(merged.marks.map(({ id }) => id)).not.toContain('page-1');
  });
});

it('marks are in the export, and end with the account', async () => {
  const { user, api } = await newReader();
  await merge(api, note('n1', 'mine'));
  const { marks } = await api.exportMine();
  expect(marks).toMatchObject([{ mediaId: 'book', note: 'mine', quote: { text: 'the last bus' } }]);

  await service.deliver(anEvent(userDeleted, { data: { userId: user.userId } }));
  expect(await stored().countDocuments({ userId: user.userId })).toBe(0);
});
