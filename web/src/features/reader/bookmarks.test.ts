import { expect, it } from 'vitest';
import { readBookmarks, toggled } from './bookmarks.ts';

it('a bookmark is put in in order and taken out again', () => {
  expect(toggled(toggled([4], 9), 2)).toEqual([2, 4, 9]);
  expect(toggled([2, 4], 4)).toEqual([2]);
});

it('what is not a list of pages is no bookmark', () => {
  for (const text of [null, '', '{', '7', '{"page":7}']) expect(readBookmarks(text)).toEqual([]);
  expect(readBookmarks('[3, "4", -1, 2.5, 8]')).toEqual([3, 8]);
});
