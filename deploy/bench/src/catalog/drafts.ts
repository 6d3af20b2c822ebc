import { draftOfKind, kindOf, type MediaDraft } from '@satrangi/contracts';

const EbookDraft = draftOfKind(kindOf('ebook'));

/** A seeded random number generator, so that two runs measure the same data. */
const dice = (seed: number) => {
  let state = seed;
  return (sides: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
};

const syllables = 'ka ki mo ra sa ti na la va pu ri sha dha gu be no mi ta jo re'.split(' ');
const scripts = ['बरसात', 'चिराग', 'நிலா', 'ছাদ', 'چراغ'];

export type Dice = ReturnType<typeof dice>;
export const openDice = dice;

/** A word of one to four syllables: a few thousand different words with a skewed distribution. */
export const makeWord = (roll: Dice): string =>
  Array.from({ length: 1 + roll(4) }, () => syllables[Math.min(roll(20), roll(20))]).join('');

/** Generated eBook drafts with texts of realistic length. */
export const makeDrafts = (count: number): MediaDraft[] => {
  const roll = dice(7);
  const words = (length: number): string => Array.from({ length }, () => makeWord(roll)).join(' ');
  return Array.from({ length: count }, (_, n) =>
    EbookDraft.parse({
      slug: `book-${n}`,
      title: `${words(1 + roll(4))}${n % 10 === 0 ? ` ${scripts[roll(5)]}` : ''}`,
      altTitle: n % 10 === 0 ? words(2) : null,
      author: words(2),
      description: words(80),
      longDescription: words(120),
      tagline: words(8),
      genres: [words(1)],
      tags: [words(1), words(1), words(1)],
      format: 'text',
      collection: n % 5 === 0 ? 'archives' : 'digital-library',
      priceINR: n % 11 === 0 ? null : roll(900),
    }),
  );
};

export type Kind = 'words' | 'beginning' | 'typo' | 'nothing';

/** A unique query from the words of the given titles. */
export const makeQuery = (titles: readonly string[], roll: Dice, kind: Kind): string => {
  const words = (titles[roll(titles.length)] ?? 'mora').split(' ');
  const word = words[roll(words.length)] ?? 'mora';
  if (kind === 'words') return words.join(' ');
  if (kind === 'beginning') return word.slice(0, 1 + roll(3));
  if (kind === 'nothing') return `${word}xqz ${roll(1e9)}`;
  const place = roll(Math.max(1, word.length));
  return `${word.slice(0, place)}x${word.slice(place + 1)}`;
};
