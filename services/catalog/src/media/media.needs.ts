import type { Kit } from '@satrangi/chassis';
import type { Shelf } from '../shelf/shelf.ts';
import type { FeaturedStore } from './featured.store.ts';
import type { MediaStore } from './media.store.ts';

/** What the use cases around items work with. */
export type Needs = Pick<Kit<unknown>, 'clock' | 'ids' | 'files' | 'drive'> &
  Pick<Kit<unknown>['events'], 'newEvent'> & {
    readonly media: MediaStore;
    readonly featured: FeaturedStore;
    readonly shelf: Shelf;
  };
