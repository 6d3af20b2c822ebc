import { expect, it } from 'vitest';
import { keyOfPieces, piecesOf, unicodeRangeOf } from './faces.rules.ts';

it('words of one script are cut out of titles, alone and as they stand in a row', () => {
  const texts = ['कोलम: एक नक़्शा', 'My Name · माझं नाव', 'কমলালেবুর দুপুর'];

  expect(piecesOf('devanagari', texts)).toEqual(
    ['कोलम', 'एक', 'नक़्शा', 'एक नक़्शा', 'माझं', 'नाव', 'माझं नाव'].sort(),
  );
  expect(piecesOf('bengali', texts)).toEqual(['কমলালেবুর', 'কমলালেবুর দুপুর', 'দুপুর']);
  expect(piecesOf('urdu', texts)).toEqual([]);
});

it('what parts or joins letters belongs to its word', () => {
  expect(piecesOf('urdu', ['خانہ\u200cبدوش'])).toEqual(['خانہ\u200cبدوش']);
  expect(piecesOf('urdu', ['\u200dSeven'])).toEqual([]);
});

it('the same words have the same key, in whatever order and however often they come', () => {
  const key = (...texts: string[]) => keyOfPieces(piecesOf('tamil', texts));

  expect(key('கடல்', 'நிலா', 'கடல்')).toBe(key('நிலா', 'கடல்'));
  expect(key('கடல்')).not.toBe(key('கடல்', 'நிலா'));
});

it('letters are named the way CSS names them', () => {
  expect(unicodeRangeOf('अआइकख')).toBe('U+905-907,U+915-916');
  expect(unicodeRangeOf('ख')).toBe('U+916');
});
