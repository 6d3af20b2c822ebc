import { Refusal } from '@satrangi/chassis';
import type { Page, Query } from '../catalog-index/items.rules.ts';
import type { CatalogIndex } from '../catalog-index/read-model.ts';
import { mediaSentences } from './media.rules.ts';

/** @throws Refusal validation-failed when the cursor belongs to another list */
export const pageOf = (catalogIndex: CatalogIndex, query: Query): Page => {
  const page = catalogIndex.list(query);
  if (!page) throw new Refusal('validation-failed', mediaSentences.badCursor);
  return page;
};
