import type { z } from 'zod';
import { MediaItem } from './catalog.media.ts';
import { SearchCard } from './catalog.search.ts';

/** A title on the page of a person, a series or a collection. */
export const Work = SearchCard.extend(MediaItem.pick({ year: true }).shape).meta({ id: 'Work' });
export type Work = z.infer<typeof Work>;
