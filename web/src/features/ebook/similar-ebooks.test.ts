import { MediaId } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { anEbook } from '../../testing/fixtures.ts';
import { similarEbooks } from './similar-ebooks.ts';

const book = (id: string, fields: Parameters<typeof anEbook>[0] = {}) =>
  anEbook({ _id: MediaId.parse(id), author: `Author of ${id}`, ...fields });

it('puts the same author first, then the most similar, and never the book itself', () => {
  const item = book('here', { author: 'Meera Sahni', genres: ['Poetry'], tags: ['rain'] });
  const shelf = [
    item,
    book('far'),
    book('near', { genres: ['poetry'], tags: ['Rain'] }),
    book('same', { author: 'Meera Sahni' }),
  ];

  expect(similarEbooks(item, shelf).map(({ _id }) => _id)).toEqual(['same', 'near', 'far']);
});

it('returns six', () => {
  expect(
    similarEbooks(
      book('here'),
      Array.from({ length: 9 }, (_, i) => book(`b${i}`)),
    ),
  ).toHaveLength(6);
});
