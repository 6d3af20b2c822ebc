import type { Clock, Logger, ServiceContext } from '@satrangi/chassis';
import type { CatalogIndex } from '../catalog-index/read-model.ts';
import type { MediaStore } from '../media/media.store.ts';
import type { FetchProfiles } from './identity-client.ts';
import type { RecountRating } from './recount-rating.ts';
import type { ReviewersStore } from './reviewers.store.ts';
import type { ReviewsStore } from './reviews.store.ts';

/** The dependencies of the use cases for reviews. */
export type Deps = {
  readonly reviews: ReviewsStore;
  readonly reviewers: ReviewersStore;
  readonly media: MediaStore;
  readonly catalogIndex: CatalogIndex;
  readonly recount: RecountRating;
  readonly fetchProfiles: FetchProfiles;
  readonly clock: Clock;
  readonly log: Logger;
  readonly newEvent: ServiceContext<unknown>['events']['newEvent'];
};
