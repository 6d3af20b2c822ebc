import { expect, it } from 'vitest';
import { keyOf, piecesOf, unicodeRangeOf } from './title-fonts.rules.ts';

it('piecesOf extracts the words and phrases of one script', () => {
  const texts = ['कोलम: एक नक़्शा', 'My Name · माझं नाव', 'কমলালেবুর দুপুর'];

  expect(piecesOf('devanagari', texts)).toEqual(
    ['कोलम', 'एक', 'नक़्शा', 'एक नक़्शा', 'माझं', 'नाव', 'माझं नाव'].sort(),
  );
  expect(piecesOf('bengali', texts)).toEqual(['কমলালেবুর', 'কমলালেবুর দুপুর', 'দুপুর']);
  expect(piecesOf('urdu', texts)).toEqual([]);
});

it('piecesOf keeps joiners inside a word', () => {
  expect(piecesOf('urdu', ['خانہ\u200cبدوش'])).toEqual(['خانہ\u200cبدوش']);
  expect(piecesOf('urdu', ['\u200dSeven'])).toEqual([]);
});

it('keyOf ignores order and duplicates', () => {
  const key = (...texts: string[]) => keyOf(piecesOf('tamil', texts));

  expect(key('கடல்', 'நிலா', 'கடல்')).toBe(key('நிலா', 'கடல்'));
  expect(key('கடல்')).not.toBe(key('கடல்', 'நிலா'));
});

it('unicodeRangeOf formats ranges for CSS', () => {
  expect(unicodeRangeOf('अआइकख')).toBe('U+905-907,U+915-916');
  expect(unicodeRangeOf('ख')).toBe('U+916');
});
