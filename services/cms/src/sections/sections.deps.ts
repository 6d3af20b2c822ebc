import type { ServiceContext } from '@satrangi/chassis';
import type { TextsStore } from '../texts/texts.store.ts';
import type { PagesStore } from './pages.store.ts';
import type { SectionsStore } from './sections.store.ts';

/** The dependencies of the use cases for sections. */
export type Deps = Pick<ServiceContext<unknown>, 'clock' | 'ids'> &
  Pick<ServiceContext<unknown>['events'], 'newEvent'> & {
    readonly sections: SectionsStore;
    readonly texts: TextsStore;
    readonly pages: PagesStore;
  };
