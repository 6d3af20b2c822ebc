import { describe, expect, it } from 'vitest';
import type { Book, TextRun } from './book.ts';
import { foldQuery } from './fold-text.ts';
import { readPageText } from './page-text.ts';
import { MATCHES_MAX, matchesIn, type SearchProgress, searchBook } from './search-book.ts';

const find = (text: string, typed: string): string[] =>
  matchesIn(text, 1, foldQuery(typed)).map(({ start, end }) => text.slice(start, end));

describe('a word is found', () => {
  it.each([
    ['Latin, case and accents forgiven', 'A CAFÉ in Pune', 'café', 'CAFÉ'],
    ['Latin, typed without accents', 'A café in Pune', 'CAFE', 'café'],
    ['Devanagari, nukta forgiven', 'वह ज़रा रुका', 'जरा', 'ज़रा'],
    ['Marathi', 'आजीचा रेडिओ', 'रेडिओ', 'रेडिओ'],
    ['Tamil, composed and decomposed vowels alike', 'அந்தப் ப\u0BC6\u0BBEண்', 'ப\u0BCAண்', 'ப\u0BC6\u0BBEண்'],
    ['Bengali', 'ছাদের বাগান', 'বাগান', 'বাগান'],
    [
      'Urdu, points forgiven, spaces of the file ignored',
      'چوڑ یوں کی دُکان',
      'چوڑیوں کی دکان',
      'چوڑ یوں کی دُکان',
    ],
    ['Gujarati', 'વરસાદની સાંજ', 'સાંજ', 'સાંજ'],
    ['Punjabi', 'ਮੀਂਹ ਦੀ ਰਾਤ', 'ਰਾਤ', 'ਰਾਤ'],
    ['Telugu', 'వాన కురిసింది', 'కురిసింది', 'కురిసింది'],
    ['Kannada', 'ಮಳೆ ಬಂತು', 'ಮಳೆ', 'ಮಳೆ'],
    ['Malayalam', 'മഴ പെയ്തു', 'പെയ്തു', 'പെയ്തു'],
    ['Odia', 'ବର୍ଷା ରାତି', 'ରାତି', 'ରାତି'],
  ])('in %s', (_name, text, typed, found) => {
    expect(find(text, typed)).toEqual([found]);
  });

  it('across a line break, with and without a hyphen, and whatever spaces were typed', () => {
    expect(find('the mon-\nsoon came', 'monsoon')).toEqual(['mon-\nsoon']);
    expect(find('the night\nbus', '  Night   bus ')).toEqual(['night\nbus']);
    expect(find('a well-known poem', 'well-known')).toEqual(['well-known']);
    expect(find('a well-\nknown poem', 'wellknown')).toEqual(['well-\nknown']);
  });

  it('with apostrophes of any kind, or without', () => {
    expect(find('Thomas’s shoes', "thomas's")).toEqual(['Thomas’s']);
    expect(find('Thomas’s shoes', 'thomass')).toEqual(['Thomas’s']);
  });

  it('not where a vowel differs', () => {
    expect(find('कल का काल', 'काल')).toEqual(['काल']);
  });
});

it('a match has the words around it, in one line and cut between words', () => {
  const text = `${'one two three '.repeat(10)}the mon-\nsoon ${'four five six '.repeat(10)}`;
  const [match] = matchesIn(text, 7, 'monsoon');
  expect(match).toMatchObject({ page: 7, words: 'monsoon' });
  expect(match?.before).toMatch(/^…(one|two|three) .* three the $/);
  expect(match?.after).toMatch(/^ four .* (four|five|six)…$/);
});

const run = (text: string): TextRun => ({ text, endsLine: true, x: 0, y: 0, width: 0, size: 10 });
const bookOf = (pages: readonly (string | Error)[]): Book => ({
  pages: pages.length,
  sizeOf: async () => ({ width: 1, height: 1 }),
  render: () => ({ done: Promise.resolve(), cancel: () => {} }),
  renderText: async () => true,
  textOf: async (page) => {
    const text = pages[page - 1];
    if (text instanceof Error) throw text;
    return text ? [run(text)] : [];
  },
  contents: async () => [],
  close: () => {},
});
const progressOf = async (
  book: Book,
  typed: string,
  stop = new AbortController(),
): Promise<SearchProgress[]> => {
  const all: SearchProgress[] = [];
  await searchBook(book, typed, (progress) => all.push(progress), stop.signal);
  return all;
};

describe('a search', () => {
  it('reports after each page, and counts images and pages that failed', async () => {
    const steps = await progressOf(bookOf(['rain', '', new Error('offline'), 'no', 'rain and rain']), 'rain');
    expect(steps.map(({ matches, searched }) => [searched, matches.length])).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 1],
      [5, 3],
    ]);
    expect(steps.at(-1)).toMatchObject({ images: 1, failed: 1, isDone: true });
    expect(steps.at(-2)?.isDone).toBe(false);
  });

  it('leaves out running heads and page numbers, in what is found and around it', async () => {
    const foot = (text: string, x: number) => ({
      ...run(text),
      x,
      y: 32,
      width: 60,
      size: 7,
      endsLine: x < 50,
    });
    const runs = [
      foot('Small Hours Grammar', 192),
      foot('4', 40),
      { ...run('Present Continuous'), y: 396, size: 17 },
      { ...run('Mother is learning the present continuous.'), y: 337 },
    ];
    const book = {
      ...bookOf(['']),
      sizeOf: async () => ({ width: 312, height: 499 }),
      textOf: async () => runs,
    };
    expect((await progressOf(book, 'grammar')).at(-1)?.matches).toEqual([]);
    const [match] = (await progressOf(book, 'present')).at(-1)?.matches ?? [];
    expect(match).toMatchObject({
      before: '',
      words: 'Present',
      after: ' Continuous Mother is learning the present…',
    });
    const { text } = await readPageText(book, 1);
    expect(text.slice(match?.start, match?.end)).toBe('Present');
  });

  it('ends at the limit', async () => {
    const page = 'rain '.repeat(600);
    const steps = await progressOf(bookOf([page, page, page]), 'rain');
    expect(steps.at(-1)).toMatchObject({ searched: 2, isDone: true });
    expect(steps.at(-1)?.matches).toHaveLength(MATCHES_MAX);
  });

  it('stops silently', async () => {
    const stop = new AbortController();
    stop.abort();
    expect(await progressOf(bookOf(['rain']), 'rain', stop)).toEqual([]);
  });
});
