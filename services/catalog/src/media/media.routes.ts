import { type Exchange, type Handler, type Handlers, Refusal } from '@satrangi/chassis';
import {
  type catalogApi,
  forEachMediaCall,
  LIST_ALL,
  type MediaApi,
  type MediaCall,
  type MediaCallEndpoint,
  type MediaKind,
} from '@satrangi/contracts';
import { verifyDriveLink } from '../drive/verify-drive-link.ts';
import { cardOf, sendPage } from '../shelf/answers.ts';
import type { Query } from '../shelf/items.rules.ts';
import type { Page } from '../shelf/shelf.ts';
import { editorItemOf } from './answers.rules.ts';
import type { ChangeMedia } from './change-media.ts';
import { createMedia } from './create-media.ts';
import { deleteCaptions } from './delete-captions.ts';
import { readTranscript } from './keep-transcript.ts';
import type { Needs } from './media.needs.ts';
import { mediaSentences, notFoundOf } from './media.rules.ts';
import { sendThumbnail } from './send-thumbnail.ts';
import { shownItem } from './shown-item.ts';
import { updateMedia } from './update-media.ts';
import { uploadCaptions } from './upload-captions.ts';
import { uploadMediaFile } from './upload-media-file.ts';
import { uploadPreview } from './upload-preview.ts';
import { uploadThumbnail } from './upload-thumbnail.ts';
import { withdrawMedia } from './withdraw-media.ts';

type OwnHandlers = Omit<
  Handlers<typeof catalogApi>,
  | 'listReviews'
  | 'postReview'
  | 'deleteReview'
  | 'exportMine'
  | 'listTitleFaces'
  | 'getTitleFace'
  | 'holdings'
>;
/** One handler for each call; which kind it is for, it is told. */
type KindHandlers = { readonly [C in MediaCall]: (kind: MediaKind) => Handler<MediaCallEndpoint<C>> };

const pageOf = ({ shelf }: Pick<Needs, 'shelf'>, query: Query): Page => {
  const page = shelf.list(query);
  if (!page) throw new Refusal('validation-failed', mediaSentences.badCursor);
  return page;
};

/** What can be done with an item of each kind; written once for all six. */
const kindHandlers = (needs: Needs, change: ChangeMedia): KindHandlers => {
  const { shelf, files } = needs;
  const create = createMedia(needs);
  const update = updateMedia(needs, change);
  const uploadFile = uploadMediaFile(needs, change);
  const uploadClip = uploadPreview(needs, change);
  const uploadCues = uploadCaptions(needs, change);
  const removeCues = deleteCaptions(change);
  const uploadPicture = uploadThumbnail(needs, change);
  const sendPicture = sendThumbnail(needs);
  return {
    list:
      (kind) =>
      ({ query }, _caller, exchange: Exchange) => {
        const page = pageOf(needs, { ...query, limit: query.limit ?? LIST_ALL, mediaType: kind.stored });
        const shown = query.limit === undefined ? { ...page, items: page.items.map(cardOf) } : page;
        sendPage(exchange, shown);
        return shown;
      },
    get:
      (kind) =>
      ({ params }) => {
        const item = shelf.get(params.id, kind.joined);
        if (!item) throw new Refusal('not-found', notFoundOf(kind));
        return item;
      },
    thumbnail:
      (kind) =>
      ({ params, query }, _caller, exchange) =>
        sendPicture(kind, { mediaId: params.id, revision: query.v }, exchange),
    draft:
      (kind) =>
      async ({ params }) => {
        const item = await shownItem(needs, kind, params.id);
        return editorItemOf(item, { transcript: await readTranscript(files, item.transcriptFile) });
      },
    create:
      (kind) =>
      async ({ body }) =>
        editorItemOf(await create(kind, body)),
    update:
      (kind) =>
      async ({ params, body }, _caller, { request }) => {
        const ifMatch = request.get('if-match');
        return editorItemOf(await update(kind, { mediaId: params.id, draft: body, ifMatch }));
      },
    remove:
      (kind) =>
      async ({ params }) => {
        await withdrawMedia(change, kind, params.id);
        return { ok: true };
      },
    uploadFile:
      (kind) =>
      async ({ params }, _caller, { files: sent }) =>
        editorItemOf(await uploadFile(kind, params.id, sent.file)),
    uploadPreview:
      (kind) =>
      async ({ params }, _caller, { files: sent }) =>
        editorItemOf(await uploadClip(kind, params.id, sent.preview)),
    uploadCaptions:
      (kind) =>
      async ({ params, body }, _caller, { files: sent }) =>
        editorItemOf(await uploadCues(kind, params.id, { language: body.language, upload: sent.captions })),
    deleteCaptions:
      (kind) =>
      async ({ params }) =>
        editorItemOf(await removeCues(kind, params.id, params.language)),
    uploadThumbnail:
      (kind) =>
      async ({ params }, _caller, { files: sent }) => {
        const { media, warnings } = await uploadPicture(kind, params.id, sent.thumbnail);
        return editorItemOf(media, { warnings });
      },
  };
};

export const mediaRoutes = (needs: Needs, change: ChangeMedia): OwnHandlers => {
  const { shelf, media, drive } = needs;
  const perKind = kindHandlers(needs, change);
  // names made of a kind and a call are known to the types of the contract only
  const families = forEachMediaCall((call, kind) => perKind[call](kind)) as unknown as Handlers<MediaApi>;
  return {
    ...families,
    search: ({ query }, _caller, exchange) => {
      const page = pageOf(needs, query);
      sendPage(exchange, page);
      return page;
    },
    getMedia: ({ params }) => {
      const item = shelf.get(params.id);
      if (!item) throw new Refusal('not-found', mediaSentences.notFound);
      return item;
    },
    listFreeEbooks: () => ({ items: shelf.free('ebook') }),
    listMyEbooks: (_input, { userId }) => ({ items: shelf.ofCreator(userId, 'ebook') }),
    listAuthors: () => ({ authors: [...shelf.authors()] }),
    listEditorMedia: async ({ query }) => {
      const { items, total, nextCursor } = pageOf(needs, query);
      const stored = await media.byIds(items.map(({ _id }) => _id));
      return {
        items: items.flatMap(({ _id }) => {
          const item = stored.get(_id);
          return item && item.status === 'published' ? [editorItemOf(item)] : [];
        }),
        total,
        nextCursor,
      };
    },
    verifyDriveLink: ({ query }) => verifyDriveLink(drive, query.driveLink),
  };
};
