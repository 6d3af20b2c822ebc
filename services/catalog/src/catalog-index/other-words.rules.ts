import type { JoinedMediaType } from '@satrangi/contracts';
import type { ItemTraits } from './item-traits.rules.ts';
import { languageOf } from './items.rules.ts';
import { foldText } from './words.rules.ts';

/** Words that stand for a kind in the index: few, because each is kept for each of its items. */
const kindWords: Readonly<Record<JoinedMediaType, string>> = {
  ebook: 'book',
  shortfilm: 'short film',
  documentary: 'documentary film',
  audiostory: 'audio story',
  magazine: 'magazine',
  oralhistory: 'oral history audio',
};

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
/** By code: most of the time of these words was looking them up. */
const knownLanguages = new Map<string, string>();
const languageNameOf = (code: string): string => {
  const known = knownLanguages.get(code);
  if (known !== undefined) return known;
  const name = languageNames.of(code) ?? '';
  knownLanguages.set(code, name);
  return name;
};

/** Texts that find an item after its titles and names: tags, genres, its kind, its language, and whether it is free. */
export const otherWordsOf = (item: ItemTraits): string[] => [
  ...item.tags,
  ...item.genres,
  kindWords[item.mediaType],
  languageNameOf(languageOf(item)),
  ...(item.isFree ? ['free'] : []),
];

/** Words of the index, and what people type for them. */
const synonyms: Readonly<Record<string, string>> = {
  book: 'ebook किताब पुस्तक புத்தகம் বই کتاب',
  film: 'movie cinema video फ़िल्म திரைப்படம் படம் ছবি সিনেমা فلم',
  documentary: 'वृत्तचित्र ஆவணப்படம் তথ্যচিত্র',
  audio: 'audiobook podcast ऑडियो ஒலி অডিও آڈیو',
  story: 'कहानी கதை গল্প کہانی افسانہ',
  magazine: 'zine journal पत्रिका இதழ் পত্রিকা رسالہ',
  poetry: 'poem verse कविता கவிதை কবিতা شاعری نظم',
  novella: 'novel उपन्यास நாவல் উপন্যাস ناول',
  novel: 'उपन्यास நாவல் উপন্যাস ناول',
  essays: 'निबंध கட்டுரை প্রবন্ধ مضمون',
  memoir: 'autobiography biography आत्मकथा',
  romance: 'love',
  picture: 'illustrated children',
  // subjects of this press, whose tags are plainer than what people type
  women: 'lesbian sapphic',
  men: 'gay',
  trans: 'transgender',
  binary: 'nonbinary genderqueer',
  free: 'मुफ़्त இலவசம் বিনামূল্যে مفت',
  english: 'अंग्रेज़ी',
  hindi: 'हिन्दी हिंदी ہندی',
  marathi: 'मराठी',
  tamil: 'தமிழ்',
  bangla: 'bengali বাংলা',
  urdu: 'اردو',
  gujarati: 'ગુજરાતી',
  telugu: 'తెలుగు',
  kannada: 'ಕನ್ನಡ',
  malayalam: 'മലയാളം',
  punjabi: 'ਪੰਜਾਬੀ',
  odia: 'oriya ଓଡ଼ିଆ',
  assamese: 'অসমীয়া',
};
const indexedBySynonym = Map.groupBy(
  Object.entries(synonyms).flatMap(([indexed, typed]) =>
    typed.split(' ').map((word) => ({ indexed, word: foldText(word) })),
  ),
  ({ word }) => word,
);
const SHORTEST_PLURAL = 4;

/** The English singulars of a plural, or the plural in `-ies` of a singular, as far as letters tell. A prefix finds other plurals. */
const otherNumbersOf = (word: string): string[] => {
  if (word.length < SHORTEST_PLURAL) return [];
  if (/[^aeiou]ies$/.test(word)) return [`${word.slice(0, -3)}y`, word.slice(0, -1)];
  if (/[^aeious]y$/.test(word)) return [`${word.slice(0, -1)}ies`];
  return /[^su]s$/.test(word) ? [word.slice(0, -1)] : [];
};

/** Words of the index that mean the same as a folded word: its other number, what either is a synonym of, and its other number. */
export const sameMeaning = (word: string): readonly string[] => {
  const numbers = otherNumbersOf(word);
  const indexed = [word, ...numbers].flatMap((each) =>
    (indexedBySynonym.get(each) ?? []).map((one) => one.indexed),
  );
  return [...new Set([...numbers, ...indexed, ...indexed.flatMap(otherNumbersOf)])];
};
