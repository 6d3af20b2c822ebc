import type { Clock, Kit, Logger } from '@satrangi/chassis';
import type { MediaStore } from '../media/media.store.ts';
import type { Shelf } from '../shelf/shelf.ts';
import type { AskPeople } from './people.ts';
import type { RecountRating } from './recount-rating.ts';
import type { ReviewersStore } from './reviewers.store.ts';
import type { ReviewsStore } from './reviews.store.ts';

/** What the use cases around reviews work with. */
export type Needs = {
  readonly reviews: ReviewsStore;
  readonly reviewers: ReviewersStore;
  readonly media: MediaStore;
  readonly shelf: Shelf;
  readonly recount: RecountRating;
  readonly askPeople: AskPeople;
  readonly clock: Clock;
  readonly log: Logger;
  readonly newEvent: Kit<unknown>['events']['newEvent'];
};
