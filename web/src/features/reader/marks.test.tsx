import type { Mark, MarkChange } from '@satrangi/contracts';
import { expect, it, vi } from 'vitest';
import { createMarks, MarksRefused, marksOf, readChanges, readOldBookmarks, withChanges } from './marks.ts';

const change = (id: string, more: Partial<MarkChange> = {}): MarkChange => ({
  id,
  page: 3,
  quote: null,
  note: '',
  at: '2026-05-01T10:00:00.000Z',
  removed: false,
  ...more,
});
const bookmark = (page: number) => ({ id: `page-${page}`, page, quote: null, note: '', removed: false });

/** A server with one reader's marks; `isDown`: it refuses. */
const aServer = () => {
  let stored: MarkChange[] = [];
  const state = { isDown: false, calls: 0, places: Number.POSITIVE_INFINITY };
  const answer = async (): Promise<Mark[]> => {
    state.calls += 1;
    if (state.isDown) throw new Error('offline');
    return marksOf([], stored);
  };
  return {
    state,
    list: answer,
    merge: async (changes: readonly MarkChange[]) => {
      const isFull = ({ id }: MarkChange): boolean =>
        stored.length >= state.places && !stored.some((mark) => mark.id === id);
      const refused = changes.filter(isFull).map(({ id }) => ({ id, detail: 'No place' }));
      if (!state.isDown)
        stored = withChanges(
          stored,
          changes.filter((each) => !isFull(each)),
        );
      return { marks: await answer(), refused };
    },
  };
};
const ids = (marks: { get: () => readonly Mark[] }): string[] => marks.get().map(({ id }) => id);
const onDevice = (who: string): string | null => localStorage.getItem(`marks:${who}:b`);

it('a bookmark of one device is on another, and nothing stays on the first', async () => {
  const server = aServer();
  await createMarks('b', 'asha', server).change(bookmark(4));
  expect(onDevice('asha')).toBeNull();
  localStorage.clear();
  const other = createMarks('b', 'asha', server);
  await other.sync();
  expect(ids(other)).toEqual(['page-4']);
});

it('changes without a connection are shown, kept, and sent with the next exchange', async () => {
  const server = aServer();
  server.state.isDown = true;
  const marks = createMarks('b', 'asha', server);
  await marks.change(bookmark(4));
  expect(ids(marks)).toEqual(['page-4']);
  expect(marks.error.get()).toBeInstanceOf(Error);
  expect(readChanges(onDevice('asha'))).toMatchObject([{ id: 'page-4' }]);

  server.state.isDown = false;
  const later = createMarks('b', 'asha', server);
  await later.sync();
  expect([ids(later), later.error.get(), onDevice('asha')]).toEqual([['page-4'], null, null]);
});

it('a removal on one device ends the mark on the other', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-01T10:00:00Z') });
  const server = aServer();
  const [phone, laptop] = [createMarks('b', 'asha', server), createMarks('b', 'asha', server)];
  await phone.change(bookmark(4));
  await laptop.sync();
  vi.setSystemTime(new Date('2026-05-01T10:01:00Z'));
  await laptop.change({ ...bookmark(4), removed: true });
  await phone.sync();
  expect([ids(phone), ids(laptop)]).toEqual([[], []]);
});

it('a visitor keeps marks on the device; a login takes them along', async () => {
  const server = aServer();
  const visitor = createMarks('b', null, server);
  await visitor.change(bookmark(4));
  await visitor.change(bookmark(6));
  await visitor.change({ ...bookmark(6), removed: true });
  await visitor.sync();
  expect([ids(visitor), server.state.calls]).toEqual([['page-4'], 0]);
  expect(ids(createMarks('b', null, server))).toEqual(['page-4']);

  const asha = createMarks('b', 'asha', server);
  await asha.sync();
  expect([ids(asha), onDevice('visitor'), onDevice('asha')]).toEqual([['page-4'], null, null]);
});

it('bookmarks of an earlier version are taken along', async () => {
  localStorage.setItem('bookmarks:asha:b', '[9, "x", 2]');
  const server = aServer();
  const marks = createMarks('b', 'asha', server);
  expect(ids(marks)).toEqual(['page-2', 'page-9']);
  await marks.sync();
  expect([ids(marks), localStorage.getItem('bookmarks:asha:b')]).toEqual([['page-2', 'page-9'], null]);
});

it('many changes are sent in parts that the server accepts', async () => {
  const changes = Array.from({ length: 120 }, (_, n) => change(`page-${n + 1}`, { page: n + 1 }));
  localStorage.setItem('marks:asha:b', JSON.stringify(changes));
  const server = aServer();
  const marks = createMarks('b', 'asha', server);
  await marks.sync();
  expect([ids(marks).length, server.state.calls]).toEqual([120, 3]);
});

it('changes for which the server has no place stay on the device, and the others are sent', async () => {
  const changes = Array.from({ length: 120 }, (_, n) => change(`page-${n + 1}`, { page: n + 1 }));
  localStorage.setItem('marks:asha:b', JSON.stringify(changes));
  const server = aServer();
  server.state.places = 0;
  const marks = createMarks('b', 'asha', server);
  await marks.sync();
  expect([server.state.calls, readChanges(onDevice('asha')).length]).toEqual([3, 120]);
  expect(marks.error.get()).toEqual(new MarksRefused('No place'));

  server.state.places = 200;
  await marks.sync();
  expect([ids(marks).length, onDevice('asha'), marks.error.get()]).toEqual([120, null, null]);
});

it('of two changes of a mark the newest counts; marks are in the order of the book', () => {
  const quote = { start: 50, end: 60, text: 'words' };
  // an answer of the server has no `removed`
  const server = [{ ...change('a', { quote }), removed: undefined } as Mark, change('b', { page: 1 })];
  const changes = [
    change('a', { quote, note: 'older', at: '2026-04-01T10:00:00.000Z' }),
    change('page-3'),
    change('b', { removed: true, at: '2026-06-01T10:00:00.000Z' }),
  ];
  expect(marksOf(server, changes).map(({ id, note }) => [id, note])).toEqual([
    ['page-3', ''],
    ['a', ''],
  ]);
});

it('malformed data contains no marks', () => {
  for (const text of [null, '', '{', '7', '{"page":7}', '[7, null, {"id": 1}]'])
    expect(readChanges(text)).toEqual([]);
  expect(readOldBookmarks('[3, "4", -1, 2.5, 8]').map(({ page }) => page)).toEqual([3, 8]);
});
