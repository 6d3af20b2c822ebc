import { wordsOf } from '../language/words.rules.ts';
import type { IndexedItem } from './indexed-item.rules.ts';
import type { ItemIndex } from './item-index.ts';
import { groupsOf, namedCreator, namedItem, type WordGroup } from './query.rules.ts';
import { type Reason, reasonOfWishes, tagWith } from './reasons.rules.ts';
import type { Wishes } from './wishes.rules.ts';

/** An item to check against the catalog, and why. */
export type Candidate = { readonly item: IndexedItem; readonly reason: Reason };

const CANDIDATES_MAX = 12;
/** Share of the best score below which an item is not an answer. */
const ENOUGH = 0.4;
const LITERAL_WEIGHT = 1.3;
const SHOP_SEARCH_BONUS = 0.6;
/** City and interests of a profile decide between items that fit about equally well. */
const TASTE_BONUS = 0.3;

const fits =
  ({ kinds, language, maxINR, isFree }: Wishes) =>
  (item: IndexedItem): boolean =>
    (kinds.length === 0 || kinds.includes(item.mediaType)) &&
    (language === null || item.language === language) &&
    (!isFree || item.isFree) &&
    (maxINR === null || (item.priceINR !== null && item.priceINR <= maxINR));

/** The same wishes with less: the kind is given up first, then the language. A price is never given up. */
const relaxed = (wishes: Wishes): Wishes[] => [
  wishes,
  { ...wishes, kinds: [] },
  { ...wishes, kinds: [], language: null },
];

const UNKNOWN_LENGTH = 1e6;
const byWishes =
  ({ isCheap, isShort }: Wishes) =>
  (a: IndexedItem, b: IndexedItem): number => {
    if (isCheap) return (a.priceINR ?? UNKNOWN_LENGTH) - (b.priceINR ?? UNKNOWN_LENGTH);
    if (isShort && a.length !== b.length) return (a.length ?? UNKNOWN_LENGTH) - (b.length ?? UNKNOWN_LENGTH);
    const rank = (item: IndexedItem): number =>
      Number(item.isForSale || item.isFree) * 4 + Number(item.featured) * 2 + item.rating / 5;
    return rank(b) - rank(a) || (a.createdAt < b.createdAt ? 1 : -1);
  };

type Scores = ReadonlyMap<string, { readonly score: number; readonly best: WordGroup }>;

const scoreGroups = (index: ItemIndex, groups: readonly WordGroup[]): Scores => {
  const scores = new Map<string, { score: number; best: WordGroup; top: number }>();
  for (const group of groups) {
    const found = index.find(group.words, { isExact: group.isConcept });
    const rarity = Math.log(1 + index.size() / Math.max(1, found.size));
    for (const [id, score] of found) {
      const gain = (0.4 + 0.6 * score) * rarity * (group.isConcept ? 1 : LITERAL_WEIGHT);
      const before = scores.get(id);
      const isTop = gain > (before?.top ?? 0);
      scores.set(id, {
        score: (before?.score ?? 0) + gain,
        best: isTop ? group : (before?.best ?? group),
        top: Math.max(gain, before?.top ?? 0),
      });
    }
  }
  return scores;
};

const reasonOf = (item: IndexedItem, group: WordGroup | undefined, wishes: Wishes): Reason => {
  if (!group) return reasonOfWishes(item, wishes);
  const words = new Set(group.words);
  const tag = tagWith(item, words);
  return tag ? { because: 'tag', value: tag } : reasonOfWishes(item, wishes);
};

const similarTo = (source: IndexedItem, index: ItemIndex): { score: (item: IndexedItem) => number } => {
  const tags = new Set(source.tags);
  const genres = new Set(source.genres);
  const count = (tag: string): number =>
    index.all().filter((item) => item.tags.includes(tag) || item.genres.includes(tag)).length;
  const rarity = new Map(
    [...tags, ...genres].map((tag) => [tag, Math.log(1 + index.size() / Math.max(1, count(tag)))]),
  );
  const shared = (own: readonly string[], theirs: ReadonlySet<string>): number =>
    own.filter((tag) => theirs.has(tag)).reduce((sum, tag) => sum + (rarity.get(tag) ?? 0), 0);
  return {
    score: (item) =>
      shared(item.tags, tags) +
      shared(item.genres, genres) * 0.8 +
      Number(item.language === source.language) * 1.2 +
      Number(item.mediaType === source.mediaType) * 0.6,
  };
};

const likeItem = (source: IndexedItem, index: ItemIndex, wishes: Wishes): Candidate[] => {
  const { score } = similarTo(source, index);
  const shelf = new Set([...source.tags, ...source.genres]);
  const others = index.all().filter((item) => item.id !== source.id && fits({ ...wishes, kinds: [] })(item));
  return others
    .map((item) => ({ item, score: score(item) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, CANDIDATES_MAX)
    .flatMap(({ item }): Candidate[] => {
      const value = [...item.tags, ...item.genres].find((tag) => shelf.has(tag));
      return value ? [{ item, reason: { because: 'same-shelf', value } }] : [];
    });
};

const ranked = (
  index: ItemIndex,
  groups: readonly WordGroup[],
  wishes: Wishes,
  shopOrder: readonly string[],
  taste: readonly string[],
): Candidate[] => {
  const scores = scoreGroups(index, groups);
  const bonus = new Map(shopOrder.map((id, at) => [id, SHOP_SEARCH_BONUS / (1 + at)]));
  const liked =
    taste.length > 0 ? index.find(taste.flatMap(wordsOf), { isExact: true }) : new Map<string, number>();
  const total = (id: string): number =>
    (scores.get(id)?.score ?? 0) + (bonus.get(id) ?? 0) + (liked.get(id) ?? 0) * TASTE_BONUS;
  const ids = new Set([...scores.keys(), ...shopOrder]);
  for (const wish of relaxed(wishes)) {
    const matching = [...ids].flatMap((id) => index.get(id) ?? []).filter(fits(wish));
    if (matching.length === 0) continue;
    const best = Math.max(...matching.map(({ id }) => total(id)));
    const enough = matching.filter(({ id }) => total(id) >= best * ENOUGH);
    const byScore = (a: IndexedItem, b: IndexedItem): number =>
      total(b.id) - total(a.id) || byWishes(wish)(a, b);
    return enough
      .sort(wish.isCheap ? byWishes(wish) : byScore)
      .slice(0, CANDIDATES_MAX)
      .map((item) => ({ item, reason: reasonOf(item, scores.get(item.id)?.best, wish) }));
  }
  return [];
};

const hasWish = ({ kinds, language, maxINR, isFree, isCheap, isShort }: Wishes): boolean =>
  kinds.length > 0 || language !== null || maxINR !== null || isFree || isCheap || isShort;

/**
 * Items for a message, best first.
 * @param shopOrder ids that the shop's own search found for the words of the message
 * @param taste city and interests of a signed-in reader
 */
export const retrieveItems = (
  message: string,
  wishes: Wishes,
  index: ItemIndex,
  shopOrder: readonly string[],
  taste: readonly string[] = [],
): Candidate[] => {
  const all = index.all();
  const named = namedItem(message, all);
  if (named && wishes.isLike) return likeItem(named, index, wishes);
  const creator = namedCreator(message, all);
  if (creator)
    return all
      .filter((item) => item.creator === creator)
      .sort(byWishes(wishes))
      .map((item) => ({ item, reason: { because: 'creator', value: creator } }));
  const groups = groupsOf(message);
  const found = ranked(index, groups, wishes, shopOrder, taste);
  if (named)
    return [
      { item: named, reason: { because: 'asked' as const, value: named.titles[0] ?? '' } },
      ...found.filter(({ item }) => item.id !== named.id),
    ].slice(0, CANDIDATES_MAX);
  if (found.length > 0 || !hasWish(wishes)) return found;
  const wish = relaxed(wishes).find((one) => all.some(fits(one))) ?? wishes;
  return all
    .filter(fits(wish))
    .sort(byWishes(wish))
    .slice(0, CANDIDATES_MAX)
    .map((item) => ({ item, reason: reasonOfWishes(item, wish) }));
};
