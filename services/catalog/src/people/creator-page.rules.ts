import {
  type CreatorPage,
  creatorNames,
  creatorRoles,
  creditsOf,
  isPerson,
  issueNumberOf,
  type MediaItem,
  mediaTypes,
  type PersonAbout,
} from '@satrangi/contracts';
import type { NamedItems } from '../catalog-index/items.rules.ts';
import { foldText } from '../catalog-index/words.rules.ts';
import { worksOf } from './works.rules.ts';

const OTHERS_MAX = 12;

const kindOrder = new Map(mediaTypes.map(({ joined }, position) => [joined, position]));
const yearOf = ({ year, createdAt }: MediaItem): number => year ?? Number(createdAt.slice(0, 4));

/** By kind, then newest first; issues of one year by number. */
const byKindAndYear = (a: MediaItem, b: MediaItem): number =>
  (kindOrder.get(a.mediaType) ?? 0) - (kindOrder.get(b.mediaType) ?? 0) ||
  yearOf(b) - yearOf(a) ||
  (issueNumberOf(b) ?? 0) - (issueNumberOf(a) ?? 0) ||
  b.createdAt.localeCompare(a.createdAt) ||
  a._id.localeCompare(b._id);

/** People who share items with this name, most items first, each in its first spelling. */
const othersOf = (key: string, items: readonly MediaItem[]): string[] => {
  const counts = new Map<string, { readonly name: string; count: number }>();
  for (const item of items)
    for (const name of creatorNames(item)) {
      const otherKey = foldText(name);
      if (otherKey === key || !isPerson(name)) continue;
      const other = counts.get(otherKey) ?? { name, count: 0 };
      other.count += 1;
      counts.set(otherKey, other);
    }
  return [...counts.values()]
    .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name))
    .slice(0, OTHERS_MAX)
    .map(({ name }) => name);
};

/** The page of a person: the items of each role. An item stands under each role of the person in it. */
export const creatorPageOf = ({ name, items }: NamedItems, about: PersonAbout | null): CreatorPage => {
  const key = foldText(name);
  const sorted = items.toSorted(byKindAndYear);
  const isNamed = (other: string): boolean => foldText(other) === key;
  const roles = creatorRoles.flatMap((role) => {
    const ofRole = sorted.filter((item) =>
      creditsOf(item).some((credit) => credit.role === role && isNamed(credit.name)),
    );
    return ofRole.length === 0 ? [] : [{ role, total: ofRole.length, items: worksOf(ofRole) }];
  });
  const stating = items
    .filter(({ author, authorPronouns }) => authorPronouns !== null && isNamed(author))
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  return {
    name,
    pronouns: stating[0]?.authorPronouns ?? null,
    ...(about && { about }),
    total: items.length,
    roles,
    others: othersOf(key, items),
  };
};
