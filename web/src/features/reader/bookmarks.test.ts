import { expect, it } from 'vitest';
import { readBookmarks, withToggled } from './bookmarks.ts';

it('a bookmark is added in order and removed again', () => {
  expect(withToggled(withToggled([4], 9), 2)).toEqual([2, 4, 9]);
  expect(withToggled([2, 4], 4)).toEqual([2]);
});

it('malformed data contains no bookmarks', () => {
  for (const text of [null, '', '{', '7', '{"page":7}']) expect(readBookmarks(text)).toEqual([]);
  expect(readBookmarks('[3, "4", -1, 2.5, 8]')).toEqual([3, 8]);
});
