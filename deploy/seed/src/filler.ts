import { join } from 'node:path';
import { coverMotifs, pigments } from '@satrangi/contracts/pure';
import { genres, sentences, shelves, tags } from './filler-words.ts';
import type { SeedEbook } from './seed-ebooks.ts';

type Language = keyof typeof shelves;
type Random = () => number;

/** All generated books have the same file: that of the free book. */
const pdfPath = join(import.meta.dirname, '..', 'files', 'what-the-tailor-knew.pdf');

/** Mulberry32: the same seed gives the same numbers on every machine. */
const randomFrom = (seed: number): Random => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
};

const pick = <T>(random: Random, from: readonly T[]): T => {
  const chosen = from[Math.floor(random() * from.length)];
  if (chosen === undefined) throw new Error('Cannot pick from an empty list.');
  return chosen;
};

const pickSome = <T>(random: Random, from: readonly T[], count: number): T[] => {
  const left = [...from];
  return Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)).flat();
};

/** Of a hundred titles 62 are English and the rest are shared by four languages. */
const languageOf = (random: Random): Language => {
  const roll = random() * 100;
  if (roll < 62) return 'en';
  if (roll < 78) return 'hi';
  if (roll < 86) return 'ta';
  return roll < 94 ? 'bn' : 'ur';
};

/** Coprime to the number of titles of each language, so consecutive titles differ and none repeats. */
const STRIDE = 1237;

/** The n-th title of a language: each combination once, then again as a second volume, and so on. */
const titleOf = (language: Language, n: number): string => {
  const { first, second, third } = shelves[language];
  const capacity = first.length * second.length * third.length;
  const at = ((n % capacity) * STRIDE) % capacity;
  const volume = Math.floor(n / capacity) + 1;
  const parts = [
    first[at % first.length],
    language === 'en' ? ' ' : '',
    second[Math.floor(at / first.length) % second.length],
    third[Math.floor(at / (first.length * second.length))],
    volume > 1 ? ` ${volume}` : '',
  ];
  return parts.join('');
};

/** Prices in rupees and dollars: a few free, a few in dollars only, a few not for sale. */
const pricesOf = (random: Random): Pick<SeedEbook, 'priceINR' | 'priceUSD'> => {
  const roll = random() * 100;
  if (roll < 3) return { priceINR: 0, priceUSD: 0 };
  if (roll < 5) return { priceINR: null, priceUSD: null };
  const priceINR = 99 + Math.floor(random() * 41) * 10;
  if (roll < 9) return { priceINR: null, priceUSD: 1.99 + Math.floor(random() * 5) };
  return { priceINR, priceUSD: roll < 60 ? null : Math.round(priceINR * 1.2) / 100 };
};

const fillerEbook = (index: number, takeNumber: (language: Language) => number): SeedEbook => {
  const random = randomFrom(index + 1);
  const language = languageOf(random);
  const { authors, families } = shelves[language];
  const [ground = 'neel', figure = 'haldi', accent = 'anaar'] = pickSome(random, pigments, 3);
  return {
    slug: `filler-${String(index + 1).padStart(5, '0')}`,
    title: titleOf(language, takeNumber(language)),
    author: `${pick(random, authors)} ${pick(random, families)}`,
    tagline: pick(random, sentences),
    description: pickSome(random, sentences, 5).join(' '),
    language,
    year: 2008 + Math.floor(random() * 19),
    genres: pickSome(random, genres, 1 + Math.floor(random() * 2)),
    tags: pickSome(random, tags, 3),
    contentNotes: [],
    formats: ['text'],
    collection: 'digital-library',
    ...pricesOf(random),
    featured: false,
    cover: { motif: pick(random, coverMotifs), ground, figure, accent },
    pdfPath,
  };
};

/**
 * Deterministic synthetic books for load tests: unique titles and slugs, all with one real PDF. A longer list begins
 * with the shorter one.
 */
export const fillerEbooks = (count: number): SeedEbook[] => {
  const taken = new Map<Language, number>();
  const takeNumber = (language: Language): number => {
    const number = taken.get(language) ?? 0;
    taken.set(language, number + 1);
    return number;
  };
  return Array.from({ length: count }, (_, index) => fillerEbook(index, takeNumber));
};
