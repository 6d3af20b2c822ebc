import { type Guards, type Handlers, type Ids, Refusal } from '@satrangi/chassis';
import { publishingTexts, type uploadsApi } from '@satrangi/contracts';
import { finishUpload } from './finish-upload.ts';
import { type KeepDeps, keepUpload } from './keep-upload.ts';
import { openUpload } from './open-upload.ts';
import type { ResumableUploads } from './resumable-uploads.ts';
import { type GuardDeps, uploadGuards } from './upload-guards.ts';

type Deps = KeepDeps &
  GuardDeps &
  Parameters<typeof openUpload>[0] & { readonly resumable: ResumableUploads; readonly ids: Ids };

/** Guards and handlers of uploads. */
export const uploadRoutes = (
  deps: Deps,
): { readonly handlers: Handlers<typeof uploadsApi>; readonly guards: Guards<typeof uploadsApi> } => {
  const { resumable, ids } = deps;
  const keep = keepUpload(deps);
  const finish = finishUpload(deps);
  const open = openUpload(deps);
  return {
    guards: uploadGuards(deps),
    handlers: {
      uploadDrive: async (_input, _caller, { files: { file } }) => {
        if (!file) throw new Refusal('validation-failed', publishingTexts.uploadMissing);
        const { path, size: bytes, originalName: name, mimeType } = file;
        return { driveLink: await keep({ id: ids.newId(), path, bytes, name, mimeType }) };
      },
      createUpload: (_input, _caller, exchange) => resumable.handle(exchange),
      readUpload: (_input, _caller, exchange) => {
        // the library would send the bytes
        if (exchange.request.method !== 'HEAD') throw new Refusal('not-found', publishingTexts.fileNotFound);
        return resumable.handle(exchange);
      },
      continueUpload: (_input, _caller, exchange) => resumable.handle(exchange),
      finishUpload: async ({ params: { id } }) => ({ driveLink: await finish(id) }),
      openFile: ({ params: { id } }, { userId }, exchange) => open(id, userId, exchange),
    },
  };
};
