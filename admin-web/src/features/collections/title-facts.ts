import type { MediaId, SuggestedItem } from '@satrangi/contracts';
import { kindOfJoined } from '@satrangi/contracts/pure';

/** What is known of the titles of a form, by id; null for one that is not on the shelves. */
export type KnownTitles = ReadonlyMap<MediaId, SuggestedItem | null>;

/** Kind and creator of a title. */
export const titleFacts = ({ mediaType, creator }: SuggestedItem): string =>
  `${kindOfJoined(mediaType).label}, ${creator}`;
