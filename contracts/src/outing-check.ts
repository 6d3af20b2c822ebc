import { outingWords } from './outing-words.ts';

/** Letters that look like Latin ones, and digits that stand for letters. */
const lookalikes: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  і: 'i',
  ѕ: 's',
};

/**
 * One spelling for comparison: compatibility forms, lower case, Latin letters without accents, nothing invisible. Marks
 * of other scripts are letters of their own and stay.
 */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFKC')
    .replace(/\p{Cf}|\u034f/gu, '')
    .toLowerCase()
    .replace(/[аеорсуіѕ]/g, (letter) => lookalikes[letter] ?? letter);

/** Words with one space around each: `L.G.B.T.` and `l g b t` become `lgbt`, `non-binary` becomes `non binary`. */
const words = (text: string): string => {
  const spaced = folded(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  return ` ${spaced.replace(/(?<=^|\s)\p{Script=Latin}(?: \p{Script=Latin})+(?=\s|$)/gu, (letters) => letters.replaceAll(' ', ''))} `;
};

const list = outingWords.map((word) => {
  const isPrefix = word.endsWith('*');
  const name = isPrefix ? word.slice(0, -1) : word;
  return { name, text: isPrefix ? words(name).trimEnd() : words(name) };
});

/** The words of a line that may tell others something about its reader, as they stand in the list. */
export const outingWordsIn = (...lines: readonly string[]): string[] => {
  const texts = lines.map(words);
  const found = list.filter(({ text }) => texts.some((line) => line.includes(text)));
  // `lgbtq` is found as `lgbt` too: the longest word is enough
  return found
    .filter(({ name }) => !found.some((other) => other.name !== name && other.name.startsWith(name)))
    .map(({ name }) => name);
};
