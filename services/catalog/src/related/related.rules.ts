import {
  type Credit,
  creditsOf,
  issueNumberOf,
  lengthBandOf,
  type MediaItem,
  RELATED_MAX,
  type RelatedItem,
  type RelatedReason,
  seriesOf,
} from '@satrangi/contracts';
import { languageOf } from '../catalog-index/items.rules.ts';
import { foldText } from '../catalog-index/words.rules.ts';

/** A trait that four of five items of a kind share says nothing about two of them; with fewer than this many items it may. */
const COMMON_SHARE = 0.8;
const COMMON_MIN = 4;

const weights = {
  nextIssue: 200,
  collection: 150,
  series: 100,
  person: 50,
  genre: 12,
  language: 6,
  tag: 5,
  sameKind: 2,
};

/** A title that editors put beside another one, and the name of the collection. */
export type Companion = { readonly item: MediaItem; readonly collection: string };

type Trait = { readonly key: string; readonly name: string };
type Traits = {
  readonly series: string | null;
  readonly people: readonly (Credit & Trait)[];
  readonly genres: readonly Trait[];
  readonly tags: readonly Trait[];
  /** Null for English, which most titles are in. */
  readonly language: string | null;
  readonly isShort: boolean;
};

const traitOf = (name: string): Trait => ({ key: foldText(name), name });

const traitsOf = (item: MediaItem): Traits => {
  const language = languageOf(item);
  const series = seriesOf(item);
  return {
    series: series === null ? null : foldText(series),
    people: creditsOf(item).map((credit) => ({ ...credit, ...traitOf(credit.name) })),
    genres: item.genres.map(traitOf),
    tags: item.tags.map(traitOf),
    language: language === 'en' ? null : language,
    isShort: lengthBandOf(item) === 'short',
  };
};

type Candidate = { readonly item: MediaItem; readonly traits: Traits };

const has = (traits: readonly Trait[], { key }: Trait): boolean => traits.some((other) => other.key === key);

/** The traits of an item without those that nearly its whole kind shares. */
const distinctive = (traits: Traits, kind: readonly Candidate[]): Traits => {
  const isRare = (test: (candidate: Traits) => boolean): boolean =>
    kind.length < COMMON_MIN ||
    kind.filter((candidate) => test(candidate.traits)).length < kind.length * COMMON_SHARE;
  return {
    ...traits,
    people: traits.people.filter(
      (person) => person.role !== 'narrator' || isRare(({ people }) => has(people, person)),
    ),
    genres: traits.genres.filter((genre) => isRare(({ genres }) => has(genres, genre))),
    tags: traits.tags.filter((tag) => isRare(({ tags }) => has(tags, tag))),
    language: isRare(({ language }) => language === traits.language) ? traits.language : null,
    isShort: traits.isShort && isRare(({ isShort }) => isShort),
  };
};

const seriesReason = (item: MediaItem, candidate: MediaItem): { reason: RelatedReason; score: number } => {
  const name = seriesOf(item) ?? '';
  const distance = (issueNumberOf(candidate) ?? 0) - (issueNumberOf(item) ?? 0);
  if (distance === 1) return { reason: { kind: 'next-issue', name }, score: weights.nextIssue };
  return { reason: { kind: 'series', name }, score: weights.series - Math.min(40, Math.abs(distance)) };
};

/** Why a candidate stands beside the item, and how much they share; null without a reason. */
const compare = (
  item: MediaItem,
  own: Traits,
  candidate: Candidate,
): { readonly reason: RelatedReason; readonly score: number } | null => {
  const { item: other, traits } = candidate;
  const isSameKind = other.mediaType === item.mediaType;
  const genres = isSameKind ? own.genres.filter((genre) => has(traits.genres, genre)) : [];
  const tags = own.tags.filter((tag) => has(traits.tags, tag));
  const language = own.language !== null && own.language === traits.language ? own.language : null;
  const shared =
    genres.length * weights.genre +
    tags.length * weights.tag +
    (language === null ? 0 : weights.language) +
    (isSameKind ? weights.sameKind : 0);
  if (own.series !== null && own.series === traits.series) {
    const { reason, score } = seriesReason(item, other);
    return { reason, score: score + shared };
  }
  const person = traits.people.find((credit) => has(own.people, credit));
  if (person) return { reason: { kind: person.role, name: person.name }, score: weights.person + shared };
  const [genre] = genres;
  const [tag] = tags;
  if (genre) {
    const isShort = own.isShort && traits.isShort;
    const both = { ...(language === null ? {} : { language }), ...(isShort ? { isShort } : {}) } as const;
    return { reason: { kind: 'genre', name: genre.name, ...both }, score: shared };
  }
  if (language !== null) return { reason: { kind: 'language', name: language }, score: shared };
  return tag ? { reason: { kind: 'tag', name: tag.name }, score: shared } : null;
};

/** The editors' choice comes first, except before the next issue of a series. */
const withCompanion = (found: ReturnType<typeof compare>, companion: Companion | undefined): typeof found =>
  companion && found?.reason.kind !== 'next-issue'
    ? { reason: { kind: 'collection', name: companion.collection }, score: weights.collection }
    : found;

/**
 * Titles to go on with after an item, each with its reason (decision 0131): the next issue, its companions in a curated collection, the series, the same people, then what
 * shares most of genre, language and subject. Ties keep the order of the candidates.
 */
export const relatedTo = (
  item: MediaItem,
  candidates: readonly MediaItem[],
  companions: readonly Companion[] = [],
): RelatedItem[] => {
  const others = candidates
    .filter(({ _id }) => _id !== item._id)
    .map((other): Candidate => ({ item: other, traits: traitsOf(other) }));
  const traits = traitsOf(item);
  const kind = [{ item, traits }, ...others.filter((other) => other.item.mediaType === item.mediaType)];
  const own = distinctive(traits, kind);
  return others
    .flatMap((candidate) => {
      const companion = companions.find((each) => each.item === candidate.item);
      const found = withCompanion(compare(item, own, candidate), companion);
      return found ? [{ ...found, item: candidate.item }] : [];
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, RELATED_MAX)
    .map(({ item: other, reason }) => ({ ...other, reason }));
};
