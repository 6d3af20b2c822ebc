import type { ServiceContext } from '@satrangi/chassis';
import type { ImagesStore } from '../images/images.store.ts';
import type { TextsStore } from '../texts/texts.store.ts';
import type { BlogsStore } from './blogs.store.ts';

/** The dependencies of the use cases for posts. */
export type Deps = Pick<ServiceContext<unknown>, 'clock' | 'ids'> &
  Pick<ServiceContext<unknown>['events'], 'newEvent'> & {
    readonly blogs: BlogsStore;
    readonly texts: TextsStore;
    readonly images: Pick<ImagesStore, 'use'>;
  };
