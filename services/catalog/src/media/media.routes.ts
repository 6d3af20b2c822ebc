import { type Exchange, type Handler, type Handlers, Refusal, requestKeyOf } from '@satrangi/chassis';
import {
  type aboutApi,
  type catalogApi,
  type curatedApi,
  DELETED_MAX,
  forEachMediaCall,
  type MediaCall,
  type MediaCallEndpoint,
  type MediaKind,
} from '@satrangi/contracts';
import { sendPage } from '../catalog-index/list-response.ts';
import type { ChangeMedia } from './change-media.ts';
import { createMedia } from './create-media.ts';
import { deleteCaptions } from './delete-captions.ts';
import { deleteEpub } from './delete-epub.ts';
import { listEditorMedia } from './list-editor-media.ts';
import { listMedia } from './list-media.ts';
import type { Deps } from './media.deps.ts';
import { mediaSentences, notFoundOf } from './media.rules.ts';
import { pageOf } from './page-of.ts';
import { publishedItem } from './published-item.ts';
import { putWaveform } from './put-waveform.ts';
import { deletedItemOf, editorItemOf } from './responses.rules.ts';
import { restoreMedia } from './restore-media.ts';
import { sendRecording } from './send-recording.ts';
import { sendThumbnail } from './send-thumbnail.ts';
import { readTranscript } from './store-transcript.ts';
import { updateMedia } from './update-media.ts';
import { uploadCaptions } from './upload-captions.ts';
import { uploadEpub } from './upload-epub.ts';
import { uploadMediaFile } from './upload-media-file.ts';
import { uploadPreview } from './upload-preview.ts';
import { uploadThumbnail } from './upload-thumbnail.ts';
import { withdrawMedia } from './withdraw-media.ts';

type OwnHandlers = Omit<
  Handlers<typeof catalogApi>,
  | keyof typeof aboutApi
  | keyof typeof curatedApi
  | 'listReviews'
  | 'postReview'
  | 'deleteReview'
  | 'exportMine'
  | 'listTitleFonts'
  | 'getTitleFont'
  | 'getPreviewImage'
  | 'getPostPreviewImage'
  | 'holdings'
  | 'suggest'
  | 'searchByKind'
  | 'getCreator'
  | 'getSeries'
  | 'listRelated'
  | 'verifyDriveLink'
  | 'getDriveAccount'
>;
/** One handler factory per call, which takes the kind. */
type KindHandlers = { readonly [C in MediaCall]: (kind: MediaKind) => Handler<MediaCallEndpoint<C>> };

/** How readers list and see the items of a kind. */
const readCalls = (deps: Deps): Pick<KindHandlers, 'list' | 'get' | 'thumbnail'> => {
  const { catalogIndex, searchable } = deps;
  const sendPicture = sendThumbnail(deps);
  return {
    list:
      (kind) =>
      async ({ query }, _caller, exchange: Exchange) => {
        if (query.q !== undefined) await searchable();
        const page = listMedia(catalogIndex, kind, query);
        sendPage(exchange, page);
        return page;
      },
    get:
      (kind) =>
      ({ params }) => {
        const item = catalogIndex.detail(params.id, kind.joined);
        if (!item) throw new Refusal('not-found', notFoundOf(kind));
        return item;
      },
    thumbnail:
      (kind) =>
      ({ params, query }, _caller, exchange) =>
        sendPicture(kind, { mediaId: params.id, revision: query.v }, exchange),
  };
};

/** How editors create, change and withdraw items. */
const editCalls = (
  deps: Deps,
  change: ChangeMedia,
): Pick<KindHandlers, 'draft' | 'create' | 'update' | 'remove' | 'restore'> => {
  const { files } = deps;
  const create = createMedia(deps);
  const update = updateMedia(deps, change);
  return {
    draft:
      (kind) =>
      async ({ params }) => {
        const item = await publishedItem(deps, kind, params.id);
        return editorItemOf(item, { transcript: await readTranscript(files, item.transcriptFile) });
      },
    create:
      (kind) =>
      async ({ body }, { userId }, { request }) =>
        editorItemOf(await create(kind, body, requestKeyOf(request, userId, [kind.stored, body]))),
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
    restore:
      (kind) =>
      async ({ params }) =>
        editorItemOf(await restoreMedia(change, kind, params.id)),
  };
};

/** The files of an item. */
const fileCalls = (
  deps: Deps,
  change: ChangeMedia,
): Pick<
  KindHandlers,
  'uploadFile' | 'uploadPreview' | 'uploadCaptions' | 'deleteCaptions' | 'uploadThumbnail'
> => {
  const uploadFile = uploadMediaFile(deps, change);
  const uploadClip = uploadPreview(deps, change);
  const uploadCues = uploadCaptions(deps, change);
  const removeCues = deleteCaptions(change);
  const uploadPicture = uploadThumbnail(deps, change);
  return {
    uploadFile:
      (kind) =>
      async ({ params }, _caller, { files: sent }) =>
        editorItemOf(await uploadFile(kind, params.id, sent.file)),
    uploadPreview:
      (kind) =>
      async ({ params, body }, _caller, { files: sent }) =>
        editorItemOf(await uploadClip(kind, params.id, { upload: sent.preview, startsAt: body.startsAt })),
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

/** The EPUB of an ebook, beside its PDF. */
const epubCalls = (
  deps: Deps,
  change: ChangeMedia,
): Pick<OwnHandlers, 'uploadEbookEpub' | 'deleteEbookEpub'> => {
  const upload = uploadEpub(deps, change);
  const remove = deleteEpub(change);
  return {
    uploadEbookEpub: async ({ params }, _caller, { files: sent }) =>
      editorItemOf(await upload(params.id, sent.epub)),
    deleteEbookEpub: async ({ params }) => editorItemOf(await remove(params.id)),
  };
};

/** The handlers of all six kinds. */
const kindHandlers = (deps: Deps, change: ChangeMedia): KindHandlers => ({
  ...readCalls(deps),
  ...editCalls(deps, change),
  ...fileCalls(deps, change),
});

export const mediaRoutes = (deps: Deps, change: ChangeMedia): OwnHandlers => {
  const { catalogIndex, searchable } = deps;
  const put = putWaveform(change);
  const send = sendRecording(deps);
  return {
    ...forEachMediaCall(kindHandlers(deps, change)),
    ...epubCalls(deps, change),
    search: async ({ query }, _caller, exchange) => {
      if (query.q !== undefined) await searchable();
      const page = pageOf(catalogIndex, query);
      sendPage(exchange, page);
      return page;
    },
    getMedia: ({ params }) => {
      const item = catalogIndex.detail(params.id);
      if (!item) throw new Refusal('not-found', mediaSentences.notFound);
      return item;
    },
    listFreeEbooks: () => ({ items: catalogIndex.free('ebook') }),
    listMyEbooks: (_input, { userId }) => ({ items: catalogIndex.ofCreator(userId, 'ebook') }),
    listAuthors: () => ({ authors: [...catalogIndex.authors()] }),
    listEditorMedia: ({ query }) => listEditorMedia(deps, query),
    getRecording: ({ params }, _caller, exchange) => send(params.id, exchange),
    putWaveform: async ({ params, body }) => editorItemOf(await put(params.id, body)),
    listDeletedMedia: async () => (await deps.media.withdrawn(DELETED_MAX)).map(deletedItemOf),
  };
};
