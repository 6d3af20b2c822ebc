import type { AnswerOf, catalogApi, InputOf } from '@satrangi/contracts';
import type { Page } from '../catalog-index/items.rules.ts';
import type { Deps } from './media.deps.ts';
import { pageOf } from './page-of.ts';
import { editorItemOf } from './responses.rules.ts';

type List = (typeof catalogApi)['listEditorMedia'];
type Query = InputOf<List>['query'];

/** The items of a query before they are cut into pages, with the filters that only editors have. */
const chosen = async (
  { catalogIndex, media }: Deps,
  { offset = 0, driveState, forSale, ...query }: Query,
): Promise<Page> => {
  const all = pageOf(catalogIndex, { ...query, cursor: undefined, limit: Number.MAX_SAFE_INTEGER });
  const broken = driveState && (await media.idsWithDriveProblem());
  const byId = query.q ? catalogIndex.get(query.q) : undefined;
  const items = (byId ? [byId] : all.items).filter(
    ({ _id, isForSale }) => (!broken || broken.has(_id)) && (forSale === undefined || isForSale === forSale),
  );
  return { items: items.slice(offset, offset + query.limit), total: items.length, nextCursor: null };
};

/** One page of items as editors see them. @throws Refusal validation-failed when the cursor belongs to another list */
export const listEditorMedia = async (deps: Deps, query: Query): Promise<AnswerOf<List>> => {
  const { offset, driveState, forSale, ...plain } = query;
  if (query.q !== undefined) await deps.searchable();
  const isPlain = offset === undefined && driveState === undefined && forSale === undefined;
  const { items, total, nextCursor } = isPlain ? pageOf(deps.catalogIndex, plain) : await chosen(deps, query);
  const stored = await deps.media.byIds(items.map(({ _id }) => _id));
  return {
    items: items.flatMap(({ _id }) => {
      const item = stored.get(_id);
      return item && item.status === 'published' ? [editorItemOf(item)] : [];
    }),
    total,
    nextCursor,
  };
};
