import { type MarkChange, MediaId, UserId } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { fittingChanges, markOf, markRecordOf, newestOfEach } from './marks.rules.ts';

const now = new Date('2026-05-01T10:00:00.000Z');
const change = (more: Partial<MarkChange> = {}): MarkChange => ({
  id: 'a',
  page: 7,
  quote: { start: 3, end: 9, text: 'words.' },
  note: 'mine',
  at: '2026-05-01T09:00:00Z',
  removed: false,
  ...more,
});
const record = (more: Partial<MarkChange> = {}) =>
  markRecordOf(UserId.parse('asha'), MediaId.parse('book'), change(more), now);

it('a mark comes back as it was written, its time in milliseconds', () => {
  const { removed: _, ...mark } = change();
  expect(markOf(record())).toEqual({ ...mark, at: '2026-05-01T09:00:00.000Z' });
});

it('a fast clock counts as now', () => {
  expect(record({ at: '2030-01-01T00:00:00Z' }).at).toBe(now.toISOString());
});

it('a removed mark keeps no words', () => {
  const removed = record({ removed: true });
  expect(removed).toMatchObject({ quote: null, note: '', removed: true });
  expect(JSON.stringify(removed)).not.toMatch(/words|mine/);
});

it('of two changes of one mark the newest counts', () => {
  const [older, newer] = [record({ note: 'old' }), record({ note: 'new', at: '2026-05-01T09:30:00Z' })];
  const other = record({ id: 'b' });
  expect(newestOfEach([newer, older, other])).toEqual([newer, other]);
});

it('of changes without enough places those fit that need none', () => {
  const known = [
    record({ id: 'there' }),
    record({ id: 'gone', removed: true }),
    record({ id: 'older-gone', at: '2026-05-01T08:00:00Z', removed: true }),
  ];
  const split = (places: number, ...changes: Partial<MarkChange>[]) =>
    fittingChanges(
      changes.map((each) => record(each)),
      { known, places },
    ).refused.map(({ id }) => id);
  const edited = { id: 'there', at: '2026-05-01T09:30:00Z' };
  const changes = [{ id: 'new' }, edited, { id: 'gone', at: '2026-05-01T08:30:00Z' }, { id: 'older-gone' }];
  expect(split(0, ...changes)).toEqual(['new', 'older-gone']);
  expect(split(1, ...changes)).toEqual(['older-gone']);
  expect(split(0, ...changes, { ...edited, removed: true })).toEqual(['older-gone']);
  // a removal that is older than the mark frees no place
  expect(split(0, { id: 'new' }, { id: 'there', at: '2026-05-01T08:00:00Z', removed: true })).toEqual([
    'new',
  ]);
  expect(split(-3, { id: 'new' }, edited)).toEqual(['new']);
});
