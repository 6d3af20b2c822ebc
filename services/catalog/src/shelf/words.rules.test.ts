import { describe, expect, it } from 'vitest';
import { bitsIn, errorsBetween, errorsOfStart, foldText, signatureOf, wordsOf } from './words.rules.ts';

const letters = (text: string): string[] => [...text];

describe('folding', () => {
  it('takes case and accents away', () => {
    expect(foldText('  Ãrreté, Émile! ')).toBe('arrete emile');
    expect(foldText('Rāat kī RĀNĪ')).toBe('raat ki rani');
    expect(foldText('Ｆｕｌｌ ﬁg')).toBe('full fig');
  });

  it('keeps the vowel signs of Indian scripts, which are letters', () => {
    expect(wordsOf('बरसात के बाद')).toEqual(['बरसात', 'के', 'बाद']);
    expect(foldText('நிலாவின் நிறம்')).toBe('நிலாவின் நிறம்'.normalize('NFC'));
    expect(foldText('की')).not.toBe(foldText('का'));
  });

  it('treats letters alike that readers type for one another', () => {
    expect(foldText('क़लम')).toBe(foldText('कलम'));
    expect(foldText('ছাদের বাড়ি')).toBe(foldText('ছাদের বাড়ি'));
    expect(foldText('كتابي')).toBe(foldText('کتابی'));
    expect(foldText('चिराग\u200dघर')).toBe('चिरागघर');
  });

  it('keeps a word with an apostrophe one word', () => {
    expect(wordsOf("don't women’s")).toEqual(['dont', 'womens']);
  });

  it('finds no word in signs', () => {
    expect(wordsOf('.*+?^$ {}()|[]\\ -- $ne')).toEqual(['ne']);
    expect(wordsOf('*** ((( ')).toEqual([]);
  });
});

describe('typing errors', () => {
  it.each([
    ['monsoon', 'monsoon', 0],
    ['monsoon', 'mansoon', 1],
    ['monsoon', 'monson', 1],
    ['monsoon', 'monsooon', 1],
    ['monsoon', 'mosnoon', 1],
    ['register', 'regsitre', 2],
    ['register', 'monsoon', 3],
    ['ab', 'ba', 1],
  ])('between %s and %s are %i', (a, b, errors) => {
    expect(errorsBetween(letters(a), letters(b), 2)).toBe(errors);
    expect(errorsBetween(letters(b), letters(a), 2)).toBe(errors);
  });

  it('of a beginning count to where it fits best', () => {
    expect(errorsOfStart(letters('mosn'), letters('monsoon'), 1)).toBe(1);
    expect(errorsOfStart(letters('mons'), letters('monsoon'), 1)).toBe(0);
    expect(errorsOfStart(letters('xyzz'), letters('monsoon'), 1)).toBe(2);
  });

  it('never rule out a near word by its letters', () => {
    for (const near of ['mansoon', 'monson', 'monsooon', 'mosnoon'])
      expect(bitsIn(signatureOf(letters('monsoon')) ^ signatureOf(letters(near)))).toBeLessThanOrEqual(2);
  });
});
