import { wordsOf } from '../language/words.rules.ts';
import type { Criteria } from './criteria.rules.ts';
import type { Hit } from './index-hit.rules.ts';
import type { IndexedItem } from './indexed-item.rules.ts';
import type { ItemIndex } from './item-index.ts';
import {
  groupsOf,
  namedCreator,
  namedItem,
  namesWhatIsMissing,
  requestsSuggestions,
  type WordGroup,
} from './query.rules.ts';
import { type Reason, reasonOfCriteria, reasonOfMatch } from './reasons.rules.ts';

/** An item to check against the catalog, and why. */
export type Candidate = { readonly item: IndexedItem; readonly reason: Reason };

/** `isClose`: what was named, or its kind or language, is not here; the items only come close. */
export type Found = { readonly candidates: readonly Candidate[]; readonly isClose: boolean };

const CANDIDATES_MAX = 12;
/** Share of the best score below which an item is not an answer. */
const ENOUGH = 0.4;
const LITERAL_WEIGHT = 1.3;
const SHOP_SEARCH_BONUS = 0.6;
const TEXT_ONLY = new Set<Reason['because']>(['text', 'medium', 'featured']);
/** City and interests of a profile decide between items that fit about equally well. */
const TASTE_BONUS = 0.3;
/** In open suggestions taste counts more than what is featured, and less than what can be had. */
const TASTE_WEIGHT = 3;

const fits =
  ({ kinds, language, maxINR, isFree }: Criteria) =>
  (item: IndexedItem): boolean =>
    (kinds.length === 0 || kinds.includes(item.mediaType)) &&
    (language === null || item.language === language) &&
    (!isFree || item.isFree) &&
    (maxINR === null || (item.priceINR !== null && item.priceINR <= maxINR));

/** Looser criteria, in order: without the kind, then without the language. The price limit stays. */
const relaxed = (criteria: Criteria): Criteria[] => [
  criteria,
  { ...criteria, kinds: [] },
  { ...criteria, kinds: [], language: null },
];

const UNKNOWN_LENGTH = 1e6;
/** Available items first, then featured ones, then by rating. */
const rankOf = (item: IndexedItem): number =>
  Number(item.isForSale || item.isFree) * 4 + Number(item.featured) * 2 + item.rating / 5;
const byCriteria =
  ({ isCheap, isShort }: Criteria) =>
  (a: IndexedItem, b: IndexedItem): number => {
    if (isCheap) return (a.priceINR ?? UNKNOWN_LENGTH) - (b.priceINR ?? UNKNOWN_LENGTH);
    if (isShort && a.length !== b.length) return (a.length ?? UNKNOWN_LENGTH) - (b.length ?? UNKNOWN_LENGTH);
    return rankOf(b) - rankOf(a) || (a.createdAt < b.createdAt ? 1 : -1);
  };

type Scores = ReadonlyMap<string, { readonly score: number; readonly best: Hit }>;

const scoreGroups = (index: ItemIndex, groups: readonly WordGroup[], isExact: boolean): Scores => {
  const scores = new Map<string, { score: number; best: Hit; top: number }>();
  for (const group of groups) {
    const found = index.find(group.words, { isExact: isExact || group.isConcept });
    const rarity = Math.log(1 + index.size() / Math.max(1, found.size));
    for (const [id, hit] of found) {
      const gain = (0.4 + 0.6 * hit.score) * rarity * (group.isConcept ? 1 : LITERAL_WEIGHT);
      const before = scores.get(id);
      const isTop = gain > (before?.top ?? 0);
      scores.set(id, {
        score: (before?.score ?? 0) + gain,
        best: isTop ? hit : (before?.best ?? hit),
        top: Math.max(gain, before?.top ?? 0),
      });
    }
  }
  return scores;
};

const reasonOf = (item: IndexedItem, hit: Hit | undefined, criteria: Criteria): Reason =>
  (hit && reasonOfMatch(item, hit.match)) ?? reasonOfCriteria(item, criteria);

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

const likeItem = (source: IndexedItem, index: ItemIndex, criteria: Criteria): Candidate[] => {
  const { score } = similarTo(source, index);
  const shelf = new Set([...source.tags, ...source.genres]);
  const others = index
    .all()
    .filter((item) => item.id !== source.id && fits({ ...criteria, kinds: [] })(item));
  return others
    .map((item) => ({ item, score: score(item) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, CANDIDATES_MAX)
    .flatMap(({ item }): Candidate[] => {
      const value = [...item.tags, ...item.genres].find((tag) => shelf.has(tag));
      return value ? [{ item, reason: { because: 'same-shelf', value } }] : [];
    });
};

type Taste = ReadonlyMap<string, Hit>;

type ItemQuery = {
  readonly groups: readonly WordGroup[];
  readonly criteria: Criteria;
  readonly isMissing: boolean;
};

const ranked = (
  index: ItemIndex,
  { groups, criteria, isMissing }: ItemQuery,
  shopOrder: readonly string[],
  liked: Taste,
): Found => {
  const scores = scoreGroups(index, groups, isMissing);
  const bonus = new Map(shopOrder.map((id, at) => [id, SHOP_SEARCH_BONUS / (1 + at)]));
  const total = (id: string): number =>
    (scores.get(id)?.score ?? 0) + (bonus.get(id) ?? 0) + (liked.get(id)?.score ?? 0) * TASTE_BONUS;
  const ids = new Set([...scores.keys(), ...shopOrder]);
  for (const relaxedCriteria of relaxed(criteria)) {
    const matching = [...ids].flatMap((id) => index.get(id) ?? []).filter(fits(relaxedCriteria));
    if (matching.length === 0) continue;
    const best = Math.max(...matching.map(({ id }) => total(id)));
    const enough = matching.filter(({ id }) => total(id) >= best * ENOUGH);
    const byScore = (a: IndexedItem, b: IndexedItem): number =>
      total(b.id) - total(a.id) || byCriteria(relaxedCriteria)(a, b);
    const candidates = enough
      .sort(relaxedCriteria.isCheap ? byCriteria(relaxedCriteria) : byScore)
      .map((item) => ({ item, reason: reasonOf(item, scores.get(item.id)?.best, relaxedCriteria) }))
      // a word in common makes nothing close to a title that is not here
      .filter(({ reason }) => !isMissing || !TEXT_ONLY.has(reason.because));
    return {
      candidates: candidates.slice(0, CANDIDATES_MAX),
      isClose: isMissing || relaxedCriteria !== criteria,
    };
  }
  return { candidates: [], isClose: false };
};

const hasCriteria = ({ kinds, language, maxINR, isFree, isCheap, isShort }: Criteria): boolean =>
  kinds.length > 0 || language !== null || maxINR !== null || isFree || isCheap || isShort;

/** How much a reader likes an item, up to 1: a tag is an interest, a word of its text only touches one. */
const likingOf = (hit: Hit | undefined): number =>
  hit && Object.values(hit.match).some((fields) => fields.includes('tags') || fields.includes('genres'))
    ? 1
    : (hit?.score ?? 0);

/** Suggestions for a message without a subject: by its criteria, the taste of the reader (checklist CON-03) and the rank of items. */
const suggested = (all: readonly IndexedItem[], criteria: Criteria, liked: Taste): Found => {
  const relaxedCriteria = relaxed(criteria).find((one) => all.some(fits(one))) ?? criteria;
  const score = (item: IndexedItem): number => likingOf(liked.get(item.id)) * TASTE_WEIGHT + rankOf(item);
  const byTaste = (a: IndexedItem, b: IndexedItem): number =>
    score(b) - score(a) || byCriteria(relaxedCriteria)(a, b);
  const candidates = all
    .filter(fits(relaxedCriteria))
    .sort(relaxedCriteria.isCheap || relaxedCriteria.isShort ? byCriteria(relaxedCriteria) : byTaste)
    .slice(0, CANDIDATES_MAX)
    .map((item) => ({ item, reason: reasonOfCriteria(item, relaxedCriteria, liked.get(item.id)) }));
  return { candidates, isClose: relaxedCriteria !== criteria };
};

/**
 * Items for a message, best first.
 * @param shopOrder ids that the shop's own search found for the words of the message
 * @param taste city and interests of a signed-in reader
 */
export const retrieveItems = (
  message: string,
  criteria: Criteria,
  index: ItemIndex,
  shopOrder: readonly string[],
  taste: readonly string[] = [],
): Found => {
  const all = index.all();
  const exactly = (candidates: readonly Candidate[]): Found => ({ candidates, isClose: false });
  const named = namedItem(message, all);
  if (named && criteria.isLike) return exactly(likeItem(named, index, criteria));
  const isMissing = namesWhatIsMissing(message, all);
  const creator = namedCreator(message, all);
  if (creator)
    return {
      candidates: all
        .filter((item) => item.creator === creator)
        .sort(byCriteria(criteria))
        .map((item) => ({ item, reason: { because: 'creator', value: creator } })),
      isClose: isMissing,
    };
  const groups = groupsOf(message);
  const liked: Taste = taste.length > 0 ? index.find(taste.flatMap(wordsOf), { isExact: true }) : new Map();
  const found = ranked(index, { groups, criteria, isMissing }, isMissing ? [] : shopOrder, liked);
  if (named)
    return exactly(
      [
        { item: named, reason: { because: 'asked' as const, value: named.titles[0] ?? '' } },
        ...found.candidates.filter(({ item }) => item.id !== named.id),
      ].slice(0, CANDIDATES_MAX),
    );
  if (found.candidates.length > 0) return found;
  if (isMissing) return found;
  if (groups.length === 0)
    return hasCriteria(criteria) || requestsSuggestions(message) ? suggested(all, criteria, liked) : found;
  // nothing is about the subject: what is only of the same kind does not come close
  return hasCriteria({ ...criteria, kinds: [] })
    ? { ...suggested(all, criteria, liked), isClose: true }
    : found;
};
