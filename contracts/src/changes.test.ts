import { expect, it, vi } from 'vitest';
import { CHANGES_MAX, changeOf, changesIn, itemVersionOf, readOwnWrites } from './changes.ts';

const named = (send: ReturnType<typeof vi.fn<typeof fetch>>): string | null =>
  new Headers(send.mock.lastCall?.[1]?.headers).get('x-read-after');

it('a change holds any id, and a version or the id of a write', () => {
  expect(itemVersionOf(changeOf('a@b,c', 7))).toEqual({ id: 'a@b,c', version: 7 });
  expect(itemVersionOf(changeOf('about.mission', 'G1YAV2UP6BntuyN9s9wO_g'))).toBe(null);
  expect(changesIn(changeOf('a@b,c', 7))).toHaveLength(1);
});

it('a header is read up to its limit, without texts that are no change', () => {
  const many = Array.from({ length: CHANGES_MAX + 5 }, (_, n) => `item-${n}@1`);

  expect(changesIn(many.join(','))).toEqual(many.slice(-CHANGES_MAX));
  expect(changesIn('*,one@2,two,@3,three@4 x,one@2\n')).toEqual(['one@2']);
  expect([changesIn(undefined), changesIn(null), changesIn('')]).toEqual([[], [], []]);
});

it('reads name the writes of the last minute', async () => {
  let time = 0;
  const send = vi.fn<typeof fetch>(async () => new Response('{}', { headers: { 'x-changes': 'one@2' } }));
  const client = readOwnWrites(send, undefined, () => time);

  await client('/api/ebooks/one');
  expect(named(send)).toBe(null);
  await client('/api/admin/ebooks/one', { method: 'PUT', headers: { authorization: 'x' } });
  expect(named(send)).toBe(null);
  await client('/api/ebooks/one', { headers: { accept: 'application/json' } });
  expect([named(send), new Headers(send.mock.lastCall?.[1]?.headers).get('accept')]).toEqual([
    'one@2',
    'application/json',
  ]);
  time = 60_000;
  await client('/api/ebooks/one');
  expect(named(send)).toBe(null);
});

it('the clients of one page share their writes', async () => {
  const written = { changes: [], until: 0 };
  const send = vi.fn<typeof fetch>(async () => new Response('{}', { headers: { 'x-changes': 'one@2' } }));

  await readOwnWrites(send, written)('/api/admin/ebooks/one/file', { method: 'POST' });
  await readOwnWrites(send, written)('/api/ebooks');

  expect(named(send)).toBe('one@2');
});
