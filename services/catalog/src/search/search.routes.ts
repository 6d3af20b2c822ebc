import type { Handlers } from '@satrangi/chassis';
import type { catalogApi } from '@satrangi/contracts';
import type { CatalogIndex } from '../catalog-index/read-model.ts';
import { searchByKind } from './search-by-kind.ts';
import { suggest } from './suggest.ts';

type SearchHandlers = Pick<Handlers<typeof catalogApi>, 'suggest' | 'searchByKind'>;

/** Searches are answered from the index in memory. Their words are neither logged nor stored (decision 0118). */
export const searchRoutes = (catalogIndex: CatalogIndex): SearchHandlers => ({
  suggest: ({ query }) => suggest(catalogIndex, query.q),
  searchByKind: ({ query }) => searchByKind(catalogIndex, query),
});
