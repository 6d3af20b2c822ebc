import type { Handlers } from '@satrangi/chassis';
import type { catalogApi } from '@satrangi/contracts';
import type { Deps } from '../media/media.deps.ts';
import { searchByKind } from './search-by-kind.ts';
import { suggest } from './suggest.ts';

type SearchHandlers = Pick<Handlers<typeof catalogApi>, 'suggest' | 'searchByKind'>;

/** Searches are answered from the index in memory. Their words are neither logged nor stored (decision 0118). */
export const searchRoutes = ({
  catalogIndex,
  searchable,
}: Pick<Deps, 'catalogIndex' | 'searchable'>): SearchHandlers => ({
  suggest: async ({ query }) => {
    await searchable();
    return suggest(catalogIndex, query.q);
  },
  searchByKind: async ({ query }) => {
    await searchable();
    return searchByKind(catalogIndex, query);
  },
});
