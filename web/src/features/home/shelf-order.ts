import type { SearchCard } from '@satrangi/contracts';
import { hashOf } from '@satrangi/contracts/pure';
import { spineShape } from '@satrangi/kit';

/** A title of any kind; featured ones stand face out. */
export type ShelfItem = SearchCard & { readonly featured?: boolean };

/** A place on the shelf: a title as a spine, or face out. */
export type ShelfSlot = { readonly item: ShelfItem; readonly faceOut: boolean };

const FACE_OUT_PX = 172;
const GAP_PX = 3;
/** Inner width of the shelf on a desktop; more books would overflow. */
const SHELF_PX = 1_160;
const FACE_OUT_COUNT = 2;

/** The local date: `2026-11-20`. */
export const localDay = (date: Date): string =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;

/** A deterministic order for each day. */
export const dailyOrder = (items: readonly ShelfItem[], day: string): readonly ShelfItem[] =>
  items
    .map((item) => ({ item, rank: hashOf(`${day} ${item._id}`) }))
    .sort((a, b) => a.rank - b.rank || (a.item._id < b.item._id ? -1 : 1))
    .map(({ item }) => item);

/** The first title of every kind before all others. */
const kindsFirst = (items: readonly ShelfItem[]): readonly ShelfItem[] => {
  const firsts = items.filter(
    ({ mediaType }, index) => items.findIndex((each) => each.mediaType === mediaType) === index,
  );
  return [...firsts, ...items.filter((item) => !firsts.includes(item))];
};

/**
 * The shelf of a day: two featured books stand face out about a third and two thirds along, the others as spines, as
 * many as fit, and of every kind at least one.
 */
export const arrangeShelf = (items: readonly ShelfItem[], day: string): readonly ShelfSlot[] => {
  const ordered = dailyOrder(items, day);
  const faceOutItems = [...ordered]
    .sort((a, b) => Number(b.featured ?? false) - Number(a.featured ?? false))
    .slice(0, ordered.length > 4 ? FACE_OUT_COUNT : 0);
  let freeWidth = SHELF_PX - faceOutItems.length * (FACE_OUT_PX + GAP_PX);
  const fitting = kindsFirst(ordered.filter((item) => !faceOutItems.includes(item))).filter((item) => {
    const width = spineShape(item._id, item.title).width + GAP_PX;
    if (width > freeWidth) return false;
    freeWidth -= width;
    return true;
  });
  const spines = ordered.filter((item) => fitting.includes(item));
  const slots: ShelfSlot[] = spines.map((item) => ({ item, faceOut: false }));
  faceOutItems.forEach((item, index) => {
    const at = Math.round((slots.length * (index * 2 + 1.6)) / 5);
    slots.splice(Math.max(2, at), 0, { item, faceOut: true });
  });
  return slots;
};
