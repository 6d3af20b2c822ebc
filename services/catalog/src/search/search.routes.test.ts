import { MediaId } from '@satrangi/contracts';
import { aMediaItem } from '@satrangi/contracts/testing';
import { expect, it } from 'vitest';
import { createCatalogIndex } from '../catalog-index/read-model.ts';
import { entryOfItem } from '../media/index-entry.ts';
import { searchRoutes } from './search.routes.ts';

it('a search waits until the words of all items are indexed', async () => {
  const catalogIndex = createCatalogIndex();
  const indexed = Promise.withResolvers<void>();
  const { suggest } = searchRoutes({ catalogIndex, searchable: () => indexed.promise });
  // a handler of this call reads its query only
  const found = (suggest as (input: { query: { q: string } }) => ReturnType<typeof suggest>)({
    query: { q: 'lantern' },
  });

  const item = aMediaItem({ _id: MediaId.parse('late'), title: 'Lantern' });
  catalogIndex.put(entryOfItem(item, { creatorId: null, version: 1, isWithdrawn: false }));
  indexed.resolve();

  expect((await found).items.map(({ _id }) => _id)).toEqual(['late']);
});
