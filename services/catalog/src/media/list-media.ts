import { collectionOfPage, LIST_ALL, type MediaKind } from '@satrangi/contracts';
import type { Page, Query } from '../catalog-index/items.rules.ts';
import { toCard } from '../catalog-index/list-response.ts';
import type { CatalogIndex } from '../catalog-index/read-model.ts';
import { pageOf } from './page-of.ts';

type ListQuery = Omit<Query, 'limit'> & { readonly limit?: number | undefined };

/** The page of the archives draws the waveform of each oral history (decision 0153). */
const hasWaveforms = ({ joined }: MediaKind, { page }: ListQuery): boolean =>
  joined === 'oralhistory' && page !== undefined && collectionOfPage(page) === 'archives';

/**
 * One page of the items of a kind; without a limit the items are cards.
 * @throws Refusal validation-failed when the cursor belongs to another list
 */
export const listMedia = (catalogIndex: CatalogIndex, kind: MediaKind, query: ListQuery): Page => {
  const page = pageOf(catalogIndex, { ...query, limit: query.limit ?? LIST_ALL, mediaType: kind.stored });
  const items = query.limit === undefined ? page.items.map(toCard) : page.items;
  if (!hasWaveforms(kind, query)) return { ...page, items };
  return {
    ...page,
    items: items.map((item) => {
      const waveform = catalogIndex.waveformOf(item._id);
      return waveform ? { ...item, waveform } : item;
    }),
  };
};
