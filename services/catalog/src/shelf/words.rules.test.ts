import { describe, expect, it } from 'vitest';
import { bitsIn, errorsBetween, foldText, lettersOf, signatureOf, wordsOf } from './words.rules.ts';

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
    expect(errorsBetween(lettersOf(a), lettersOf(b), 2)).toBe(errors);
    expect(errorsBetween(lettersOf(b), lettersOf(a), 2)).toBe(errors);
  });

  it('of a beginning count to where it fits best', () => {
    expect(errorsBetween(lettersOf('mosn'), lettersOf('monsoon'), 1, true)).toBe(1);
    expect(errorsBetween(lettersOf('mons'), lettersOf('monsoon'), 1, true)).toBe(0);
    expect(errorsBetween(lettersOf('xyzz'), lettersOf('monsoon'), 1, true)).toBe(2);
  });

  it('are counted like the plain table of edits counts them, for any two words', () => {
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
      const [a, b, most] = [makeWord(), makeWord(), 1 + roll(2)];
      expect([a, b, errorsBetween(lettersOf(a), lettersOf(b), most)]).toEqual([
        a,
        b,
        Math.min(plain(a, b), most + 1),
      ]);
      const begun = Array.from({ length: b.length + 1 }, (_, end) => plain(a, b.slice(0, end)));
      expect([a, b, errorsBetween(lettersOf(a), lettersOf(b), most, true)]).toEqual([
        a,
        b,
        Math.min(...begun, most + 1),
      ]);
    }
  });

  it('never rule out a near word by its letters', () => {
    for (const near of ['mansoon', 'monson', 'monsooon', 'mosnoon'])
      expect(bitsIn(signatureOf(lettersOf('monsoon')) ^ signatureOf(lettersOf(near)))).toBeLessThanOrEqual(2);
  });
});
