import { type Handlers, Refusal } from '@satrangi/chassis';
import { type catalogApi, liveTypes } from '@satrangi/contracts';
import { sendPage } from '../shelf/answers.ts';
import type { ChangeMedia } from './change-media.ts';
import { createEbook } from './create-ebook.ts';
import type { Needs } from './media.needs.ts';
import { fieldsOf, itemOf, mediaSentences } from './media.rules.ts';
import { uploadEbookFile } from './upload-ebook-file.ts';

type MediaHandlers = Omit<Handlers<typeof catalogApi>, 'listReviews' | 'postReview' | 'deleteReview'>;

export const mediaRoutes = (needs: Needs, change: ChangeMedia): MediaHandlers => {
  const { shelf } = needs;
  const create = createEbook(needs);
  const upload = uploadEbookFile(needs, change);
  return {
    listEbooks: ({ query }, _caller, exchange) => {
      const page = shelf.list(query);
      if (!page) throw new Refusal('validation-failed', mediaSentences.badCursor);
      sendPage(exchange, page);
      return page;
    },
    listFreeEbooks: () => ({ items: shelf.free() }),
    listMyEbooks: (_input, { userId }) => ({ items: shelf.ofCreator(userId) }),
    listAuthors: () => ({ authors: [...shelf.authors()] }),
    getEbook: ({ params }) => {
      const item = shelf.get(params.id);
      if (!item) throw new Refusal('not-found', mediaSentences.notFound);
      return item;
    },
    createEbook: async ({ body }) => itemOf(await create(body)),
    updateEbook: async ({ params, body }) =>
      itemOf(
        await change(params.id, {
          edit: () => fieldsOf(body),
          featured: body.featured,
          live: liveTypes.ebookUpdated,
          isEditorial: true,
        }),
      ),
    deleteEbook: async ({ params }) => {
      await change(params.id, {
        edit: () => ({ status: 'withdrawn' }),
        featured: false,
        live: liveTypes.ebookDeleted,
        isEditorial: true,
      });
      return { ok: true };
    },
    uploadEbookFile: async ({ params }, _caller, { files }) => itemOf(await upload(params.id, files.file)),
  };
};
