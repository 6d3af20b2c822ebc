import { describe, expect, it } from 'vitest';
import { editDistance, foldText, lettersOf, popCount, signatureOf, wordsOf } from './words.rules.ts';

describe('foldText', () => {
  it('removes case and accents', () => {
    expect(foldText('  Ãrreté, Émile! ')).toBe('arrete emile');
    expect(foldText('Rāat kī RĀNĪ')).toBe('raat ki rani');
    expect(foldText('Ｆｕｌｌ ﬁg')).toBe('full fig');
  });

  it('keeps the vowel signs of Indic scripts', () => {
    expect(wordsOf('बरसात के बाद')).toEqual(['बरसात', 'के', 'बाद']);
    expect(foldText('நிலாவின் நிறம்')).toBe('நிலாவின் நிறம்'.normalize('NFC'));
    expect(foldText('की')).not.toBe(foldText('का'));
  });

  it('treats interchangeable letters as equal', () => {
    expect(foldText('क़लम')).toBe(foldText('कलम'));
    expect(foldText('ছাদের বাড়ি')).toBe(foldText('ছাদের বাড়ি'));
    expect(foldText('كتابي')).toBe(foldText('کتابی'));
    expect(foldText('चिराग\u200dघर')).toBe('चिरागघर');
  });

  it('keeps a word with an apostrophe as one word', () => {
    expect(wordsOf("don't women’s")).toEqual(['dont', 'womens']);
  });

  it('finds no words in punctuation', () => {
    expect(wordsOf('.*+?^$ {}()|[]\\ -- $ne')).toEqual(['ne']);
    expect(wordsOf('*** ((( ')).toEqual([]);
  });
});

describe('editDistance', () => {
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
    expect(editDistance(lettersOf(a), lettersOf(b), 2)).toBe(errors);
    expect(editDistance(lettersOf(b), lettersOf(a), 2)).toBe(errors);
  });

  it('of a prefix is measured to the best matching prefix', () => {
    expect(editDistance(lettersOf('mosn'), lettersOf('monsoon'), 1, true)).toBe(1);
    expect(editDistance(lettersOf('mons'), lettersOf('monsoon'), 1, true)).toBe(0);
    expect(editDistance(lettersOf('xyzz'), lettersOf('monsoon'), 1, true)).toBe(2);
  });

  it('equals a plain dynamic programming implementation for random words', () => {
    const plain = (a: string, b: string): number => {
      const table = Array.from({ length: a.length + 1 }, (_, row) =>
        Array.from({ length: b.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
      );
      const at = (row: number, column: number): number => table[row]?.[column] ?? 0;
      for (let row = 1; row <= a.length; row++)
        for (let column = 1; column <= b.length; column++) {
          const same = a[row - 1] === b[column - 1] ? 0 : 1;
          const swapped =
            row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
          const cost = Math.min(
            at(row - 1, column) + 1,
            at(row, column - 1) + 1,
            at(row - 1, column - 1) + same,
            swapped ? at(row - 2, column - 2) + 1 : 99,
          );
          table[row]?.splice(column, 1, cost);
        }
      return at(a.length, b.length);
    };
    let state = 1;
    const roll = (sides: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * sides);
    };
    const makeWord = (): string => Array.from({ length: roll(9) }, () => 'abc'[roll(3)]).join('');

    for (let n = 0; n < 4_000; n++) {
      const [a, b, maxErrors] = [makeWord(), makeWord(), 1 + roll(2)];
      expect([a, b, editDistance(lettersOf(a), lettersOf(b), maxErrors)]).toEqual([
        a,
        b,
        Math.min(plain(a, b), maxErrors + 1),
      ]);
      const begun = Array.from({ length: b.length + 1 }, (_, end) => plain(a, b.slice(0, end)));
      expect([a, b, editDistance(lettersOf(a), lettersOf(b), maxErrors, true)]).toEqual([
        a,
        b,
        Math.min(...begun, maxErrors + 1),
      ]);
    }
  });

  it('is never excluded by the signature for close words', () => {
    for (const near of ['mansoon', 'monson', 'monsooon', 'mosnoon'])
      expect(popCount(signatureOf(lettersOf('monsoon')) ^ signatureOf(lettersOf(near)))).toBeLessThanOrEqual(
        2,
      );
  });
});
