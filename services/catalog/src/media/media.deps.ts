import type { ServiceContext } from '@satrangi/chassis';
import type { CatalogIndex } from '../catalog-index/read-model.ts';
import type { FeaturedStore } from './featured.store.ts';
import type { MediaStore } from './media.store.ts';

/** The dependencies of the use cases for items. */
export type Deps = Pick<ServiceContext<unknown>, 'clock' | 'ids' | 'files' | 'drive'> &
  Pick<ServiceContext<unknown>['events'], 'newEvent'> & {
    readonly media: MediaStore;
    readonly featured: FeaturedStore;
    readonly catalogIndex: CatalogIndex;
    /** Resolves when the words of all items are indexed, seconds after the start of a large catalog. */
    readonly searchable: () => Promise<void>;
  };
