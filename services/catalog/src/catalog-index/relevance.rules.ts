/** Relevance tiers, best first. */
export const tiers = {
  exactTitle: 7,
  titleStart: 6,
  title: 5,
  author: 4,
  titleAndAuthor: 3,
  others: 2,
  otherScript: 1,
  none: 0,
} as const;
export const TIER_MAX = tiers.exactTitle;

/** The fields of an item that contain a word: bits of one number. */
export const IN_TITLE = 1;
export const IN_AUTHOR = 2;
export const IN_OTHERS = 4;
export const FIRST_OF_TITLE = 8;
export const WHOLE_TITLE = 16;
/** Title or author. */
export const STRONG = IN_TITLE | IN_AUTHOR;

const tierOfFields = (fields: number): number => {
  if (fields & WHOLE_TITLE) return tiers.exactTitle;
  if (fields & FIRST_OF_TITLE) return tiers.titleStart;
  if (fields & IN_TITLE) return tiers.title;
  return fields & IN_AUTHOR ? tiers.author : tiers.others;
};
/** The tier of a search for one word, by the fields that contain it. */
export const TIER_OF_FIELDS = Uint8Array.from({ length: 2 * WHOLE_TITLE }, (_, fields) =>
  tierOfFields(fields),
);
