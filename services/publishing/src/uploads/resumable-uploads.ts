import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Exchange, type Ids, Refusal } from '@satrangi/chassis';
import { MANUSCRIPT_MAX_BYTES, type ProblemCode, problemOf, publishingTexts } from '@satrangi/contracts';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';

export const RESUMABLE_HOURS = 24;

/** Errors of the protocol, which answers plain text, as problems. */
const codes: Readonly<Record<number, ProblemCode>> = {
  400: 'validation-failed',
  403: 'not-found',
  404: 'not-found',
  409: 'too-late',
  410: 'too-long-ago',
  412: 'validation-failed',
  413: 'too-large',
  415: 'unsupported-media-type',
};

const sentenceOf = (code: ProblemCode): string =>
  code === 'too-large' ? publishingTexts.tooLarge : publishingTexts.uploadMissing;

export type ResumableUploads = ReturnType<typeof resumableUploads>;

/** Resumable uploads (tus 1.0) in a folder of their own, until they are complete. */
export const resumableUploads = (dataDir: string, ids: Ids) => {
  const directory = join(dataDir, 'resumable');
  const datastore = new FileStore({
    directory,
    expirationPeriodInMilliseconds: RESUMABLE_HOURS * 3_600_000,
  });
  const requestIds = new WeakMap<object, string>();
  const server = new Server({
    path: '/publishing/uploads',
    datastore,
    maxSize: MANUSCRIPT_MAX_BYTES,
    // relative to the address the browser used: a path of the public site
    generateUrl: (_request, { id }) => `/api/publishing/uploads/${id}`,
    namingFunction: () => ids.newId(),
    onResponseError: (request, error) => {
      const status = 'status_code' in error ? error.status_code : 500;
      const code = codes[status] ?? 'unexpected';
      const requestId = requestIds.get(request.runtime?.node?.req ?? request) ?? '';
      return { status_code: status, body: JSON.stringify(problemOf(code, sentenceOf(code), requestId)) };
    },
  });

  return {
    directory,
    /** Answers one request of the protocol. Errors are problems in JSON. */
    handle: async ({ request, response, requestId }: Exchange): Promise<void> => {
      requestIds.set(request, requestId);
      const writeHead = response.writeHead.bind(response);
      // the library answers errors as text without a type
      response.writeHead = ((status: number, ...rest: never[]) => {
        if (status >= 400) response.setHeader('content-type', 'application/problem+json; charset=utf-8');
        return writeHead(status, ...rest);
      }) as typeof response.writeHead;
      await server.handle(request, response);
    },
    /**
     * The file of a complete upload.
     * @throws Refusal not-found, too-late when bytes are missing
     */
    complete: async (
      id: string,
    ): Promise<{ path: string; bytes: number; name: string; mimeType: string }> => {
      const found = await datastore.getUpload(id).catch(() => null);
      if (!found?.storage) throw new Refusal('not-found', publishingTexts.uploadMissing);
      if (found.offset !== found.size) throw new Refusal('too-late', publishingTexts.uploadMissing);
      const { metadata = {} } = found;
      return {
        path: found.storage.path,
        bytes: found.offset,
        name: metadata.filename ?? '',
        mimeType: metadata.filetype ?? '',
      };
    },
    /** Safe to repeat, also after its file was moved. */
    remove: async (id: string): Promise<void> => {
      await rm(join(directory, id), { force: true });
      await datastore.configstore.delete(id).catch(() => {});
    },
  };
};
