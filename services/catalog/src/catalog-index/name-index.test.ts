import { expect, it } from 'vitest';
import { createNameIndex } from './name-index.ts';

const namesOf = (found: ReturnType<ReturnType<typeof createNameIndex>['find']>): string[] =>
  found.names.map(({ name, count }) => `${name} ${count}`);

it('finds a name by its beginning, with a typing error and in another script, with the number of its items', () => {
  const index = createNameIndex();
  index.put('a', ['Meera Sahni', 'Noor Sheikh']);
  index.put('b', ['meera sahni', 'Meera Sahni']);
  index.put('c', ['Meera Das']);

  expect(namesOf(index.find('meera', 5))).toEqual(['Meera Sahni 2', 'Meera Das 1']);
  expect(namesOf(index.find('meera', 1))).toEqual(['Meera Sahni 2']);
  expect(namesOf(index.find('shekh', 5))).toEqual(['Noor Sheikh 1']);
  expect(index.find('shekh', 5).isApproximate).toBe(true);
  expect(namesOf(index.find('मीरा साहनी', 5))).toEqual(['Meera Sahni 2']);
});

it('forgets a name with its last item, and changes with an item', () => {
  const index = createNameIndex();
  index.put('a', ['Meera Sahni']);
  index.put('b', ['Meera Sahni']);
  index.remove('b');
  expect(namesOf(index.find('meera', 5))).toEqual(['Meera Sahni 1']);

  index.put('a', ['Ila Sen']);

  expect(namesOf(index.find('meera', 5))).toEqual([]);
  expect(namesOf(index.find('ila', 5))).toEqual(['Ila Sen 1']);
});

it('spells a name as an item that has it, after the spelling is corrected in one item after the other', () => {
  const index = createNameIndex();
  index.put('a', ['meera sahni']);
  index.put('b', ['meera sahni']);

  index.put('a', ['Meera Sahni']);
  index.put('b', ['Meera Sahni']);

  expect(index.exact('meera sahni')?.name).toBe('Meera Sahni');
  expect(index.all().map(({ name }) => name)).toEqual(['Meera Sahni']);
  expect(namesOf(index.find('meera', 5))).toEqual(['Meera Sahni 2']);
});

it('ignores empty names', () => {
  const index = createNameIndex();
  index.put('a', ['', '...']);
  expect(index.find('...', 5).names).toEqual([]);
});
