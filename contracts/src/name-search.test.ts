import { expect, it } from 'vitest';
import { searchedNames, soundsOf } from './name-search.ts';
import { crossScriptPairs } from './testing-pairs.ts';

const isFound = (search: string, name: string): boolean => {
  const stored = new Set(soundsOf(name));
  const words = searchedNames(search);
  return words.length > 0 && words.every(({ sounds }) => sounds.some((sound) => stored.has(sound)));
};

it('of 200 names in five scripts, 190 are found by their other spelling, both ways (BEY-03)', () => {
  const missed = crossScriptPairs.filter(([latin, own]) => !isFound(latin, own));
  const missedBack = crossScriptPairs.filter(([latin, own]) => !isFound(own, latin));

  expect(crossScriptPairs).toHaveLength(200);
  expect(missed.length, missed.join(' ')).toBeLessThanOrEqual(10);
  expect(missedBack.length, missedBack.join(' ')).toBeLessThanOrEqual(10);
});

it('every word of a search must be there, in any order and in a name of several words', () => {
  expect(isFound('meera sahni', 'मीरा साहनी')).toBe(true);
  expect(isFound('sahni meera', 'मीरा साहनी')).toBe(true);
  expect(isFound('barsaat ke baad', 'बरसात के बाद')).toBe(true);
  expect(isFound('meera kapoor', 'मीरा साहनी')).toBe(false);
});

it('words of one script are not compared by sound, and what is no name is not compared at all', () => {
  expect(isFound('manasana', 'Mansion')).toBe(false);
  for (const search of ['meera@example.org', 'SUB-104823K', '98765 43210', '.*', 'a', ''])
    expect(searchedNames(search), search).toEqual([]);
});
