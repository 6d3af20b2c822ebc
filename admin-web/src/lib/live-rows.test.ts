import { describe, expect, it } from 'vitest';
import { type LiveList, mergeLiveRows, sortedValue } from './live-rows.ts';

type Row = { readonly id: string; readonly state: string };
const row = (id: string, state = 'paid'): Row => ({ id, state });
const list = (rows: readonly Row[] | undefined, total = rows?.length ?? 0, scope = 'all'): LiveList<Row> => ({
  scope,
  rows,
  total,
});
const rowKey = ({ id }: Row): string => id;
const held = { isHeld: true, rowKey };
const keys = ({ rows }: LiveList<Row>): string => (rows ?? []).map(rowKey).join('');

const shown = list([row('b'), row('a')], 2);

describe('rows of a live list under the hand of the admin', () => {
  it('are replaced at once when the hand is not on the list', () => {
    const incoming = list([row('c'), row('b'), row('a')]);
    expect(mergeLiveRows(shown, incoming, { isHeld: false, rowKey })).toEqual({ list: incoming, held: null });
  });

  it('stay when others arrive, which are counted over all pages', () => {
    const merged = mergeLiveRows(shown, list([row('d'), row('c')], 4), held);
    expect(keys(merged.list)).toBe('ba');
    expect(merged.held).toEqual({ fresh: 2 });
  });

  it('go on counting from the list that is shown', () => {
    const first = mergeLiveRows(shown, list([row('c'), row('b')], 3), held);
    const second = mergeLiveRows(first.list, list([row('d'), row('c')], 4), held);
    expect([keys(second.list), second.held]).toEqual(['ba', { fresh: 2 }]);
  });

  it('take new values in place', () => {
    const changed = [row('b'), row('a', 'refunded')];
    expect(mergeLiveRows(shown, list(changed), held)).toEqual({ list: list(changed), held: null });
    const { list: merged } = mergeLiveRows(shown, list([row('c'), ...changed]), held);
    expect(merged.rows).toEqual(changed);
  });

  it('stay when some are gone or stand in another order, without a count', () => {
    for (const rows of [[row('a')], [row('a'), row('b')]]) {
      const merged = mergeLiveRows(shown, list(rows), held);
      expect([keys(merged.list), merged.held]).toEqual(['ba', { fresh: 0 }]);
    }
  });

  it('have no count when one came for one that is gone', () => {
    expect(mergeLiveRows(shown, list([row('c'), row('b')]), held).held).toEqual({ fresh: 0 });
  });

  it('keep the value by which the browser sorts, until they may move', () => {
    const rule = { ...held, placeOf: sortedValue('-state') };
    const { list: merged, held: change } = mergeLiveRows(shown, list([row('b', 'refunded'), row('a')]), rule);
    expect([merged.rows, change]).toEqual([shown.rows, { fresh: 0 }]);
  });

  it('follow another filter, order or page, the first load, and an empty list at once', () => {
    const incoming = list([row('z')], 9, 'pending');
    expect(mergeLiveRows(shown, incoming, held).list).toBe(incoming);
    for (const before of [list(undefined), list([])]) {
      const next = list([row('z')]);
      expect(mergeLiveRows(before, next, held)).toEqual({ list: next, held: null });
    }
  });
});
