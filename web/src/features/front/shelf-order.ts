import type { MediaItem } from '@satrangi/contracts';
import { hashOf, spineShape } from '@satrangi/kit';

/** A place on the shelf: a book seen from its back, or turned with its face to the room. */
export type Place = { readonly item: MediaItem; readonly faceOut: boolean };

const FACE_OUT_PX = 172;
const GAP_PX = 3;
/** The shelf of a desk is this wide inside; beyond it books would push each other off. */
const SHELF_PX = 1_160;
const FACES = 2;

/** `2026-11-20` where the reader is. */
export const dayOf = (date: Date): string =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;

/** The same books in an order that belongs to the day: new every morning, the same at every visit until then. */
export const orderOfDay = (items: readonly MediaItem[], day: string): readonly MediaItem[] =>
  items
    .map((item) => ({ item, rank: hashOf(`${day} ${item._id}`) }))
    .sort((a, b) => a.rank - b.rank || (a.item._id < b.item._id ? -1 : 1))
    .map(({ item }) => item);

/**
 * Books as they stand today: two featured ones show their faces about a third and two thirds along, the others
 * their backs, as many as fit.
 */
export const arrangeShelf = (items: readonly MediaItem[], day: string): readonly Place[] => {
  const ordered = orderOfDay(items, day);
  const faces = [...ordered]
    .sort((a, b) => Number(b.featured) - Number(a.featured))
    .slice(0, ordered.length > 4 ? FACES : 0);
  let room = SHELF_PX - faces.length * (FACE_OUT_PX + GAP_PX);
  const backs = ordered.filter((item) => {
    if (faces.includes(item)) return false;
    const width = spineShape(item._id, item.title).width + GAP_PX;
    if (width > room) return false;
    room -= width;
    return true;
  });
  const places: Place[] = backs.map((item) => ({ item, faceOut: false }));
  faces.forEach((item, index) => {
    const at = Math.round((places.length * (index * 2 + 1.6)) / 5);
    places.splice(Math.max(2, at), 0, { item, faceOut: true });
  });
  return places;
};
