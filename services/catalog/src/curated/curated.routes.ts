import { type Handlers, Refusal, requestKeyOf } from '@satrangi/chassis';
import { type curatedApi, curatedTexts } from '@satrangi/contracts';
import { inOrder } from './curated.rules.ts';
import { editorPageOf, editorViewOf, pageOf, shelvesOf } from './curated-views.ts';
import { orderCurated } from './order-curated.ts';
import { createCurated, type Deps, deleteCurated, foundCurated, updateCurated } from './save-curated.ts';

/** Collections made by editors (decision 0139). Readers are answered from memory, editors from the store. */
export const curatedRoutes = (deps: Deps): Handlers<typeof curatedApi> => {
  const { curated, curatedIndex, catalogIndex } = deps;
  const create = createCurated(deps);
  const update = updateCurated(deps);
  const remove = deleteCurated(deps);
  const reorder = orderCurated(deps);
  return {
    listCurated: () => ({ items: shelvesOf(curatedIndex, catalogIndex) }),
    getCurated: ({ params: { slug } }) => {
      const page = pageOf(curatedIndex, catalogIndex, slug);
      if (!page) throw new Refusal('not-found', curatedTexts.unknown);
      return page;
    },
    listEditorCurated: async () => {
      const [all, order] = await Promise.all([curated.all(), curated.order()]);
      return inOrder(all, order).map((each) => editorViewOf(catalogIndex, each));
    },
    getEditorCurated: async ({ params: { slug } }) =>
      editorPageOf(catalogIndex, await foundCurated(deps, slug)),
    createCurated: async ({ body }, { userId }, { request }) =>
      editorPageOf(catalogIndex, await create(body, requestKeyOf(request, userId, body))),
    updateCurated: async ({ params: { slug }, body }, _caller, { request }) =>
      editorPageOf(catalogIndex, await update(slug, body, request.get('if-match'))),
    deleteCurated: async ({ params: { slug } }, _caller, { request }) => {
      await remove(slug, request.get('if-match'));
      return { ok: true };
    },
    orderCurated: async ({ body: { slugs, from } }) => ({ slugs: [...(await reorder(slugs, from))] }),
  };
};
