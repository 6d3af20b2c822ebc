import { expect, it } from 'vitest';
import { openingSentences } from './opening-sentences.ts';

const limits = { least: 30, most: 80 };

it.each([
  ['A short one.', 'A short one.'],
  ['Four sheets and three carbons. A newsletter that went round the city.', 'Four sheets and three carbons.'],
  ['It begins. Then it goes on until the end. And on.', 'It begins. Then it goes on until the end.'],
  ['She said “Go on, sit down with us!” Then tea came.', 'She said “Go on, sit down with us!”'],
  ['Chapter No. 7.5 is about trains.', 'Chapter No. 7.5 is about trains.'],
  ['छत की एक चाबी है और वह रसोई में टँगी है। बाकी सब बाद में।', 'छत की एक चाबी है और वह रसोई में टँगी है।'],
  ['چار افسانے، ایک بسنت، اور چھت پر دو لوگ۔ پھر بارش ہوئی۔', 'چار افسانے، ایک بسنت، اور چھت پر دو لوگ۔'],
  ['No full stop at all', 'No full stop at all'],
  ['', ''],
])('%s', (text, opening) => {
  expect(openingSentences(text, limits)).toBe(opening);
});

it('a text whose first sentence is too long has none', () => {
  expect(openingSentences(`${'word '.repeat(40)}end.`, limits)).toBe('');
});
