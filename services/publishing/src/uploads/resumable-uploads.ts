import { stat } from 'node:fs/promises';
import { type Exchange, Refusal, type ServiceContext } from '@satrangi/chassis';
import { MANUSCRIPT_MAX_BYTES, type ProblemCode, publishingTexts } from '@satrangi/contracts';
import { Server } from '@tus/server';
import { uploadParts } from './upload-parts.ts';

export const RESUMABLE_HOURS = 24;

/** Errors of the protocol by status. */
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

const METADATA = /^[!-+\--~]+( [A-Za-z0-9+/=]*)?(,[!-+\--~]+( [A-Za-z0-9+/=]*)?)*$/;

/** The library answers wrong headers as plain text: they are refused before. @throws Refusal validation-failed */
const checkHeaders = ({ method, headers }: Exchange['request']): void => {
  const { 'upload-metadata': metadata = 'a', 'upload-offset': offset = '0' } = headers;
  const isPatch = method === 'PATCH';
  const isValid =
    headers['tus-resumable'] === '1.0.0' &&
    METADATA.test(String(metadata)) &&
    /^\d{1,15}$/.test(String(offset)) &&
    (!isPatch || headers['content-type'] === 'application/offset+octet-stream');
  if (!isValid) throw new Refusal('validation-failed', publishingTexts.uploadFailed);
};

/** A complete upload as a file of this machine. */
export type CompleteUpload = {
  readonly path: string;
  readonly bytes: number;
  readonly name: string;
  readonly mimeType: string;
};

export type ResumableUploads = ReturnType<typeof resumableUploads>;

/** Resumable uploads (tus 1.0) in a folder of their own, until they are complete. */
export const resumableUploads = (context: Pick<ServiceContext<unknown>, 'filesIn' | 'scratch' | 'ids'>) => {
  const files = context.filesIn('resumable');
  const parts = uploadParts(files, RESUMABLE_HOURS * 3_600_000);
  const server = new Server({
    path: '/publishing/uploads',
    datastore: parts.datastore,
    maxSize: MANUSCRIPT_MAX_BYTES,
    // relative to the address the browser used: a path of the public site
    generateUrl: (_request, { id }) => `/api/publishing/uploads/${id}`,
    namingFunction: () => context.ids.newId(),
    // thrown, it is answered like every other refusal
    onResponseError: (_request, error) => {
      const status = 'status_code' in error ? error.status_code : 0;
      const code = codes[status];
      if (!code) throw error;
      throw new Refusal(code, sentenceOf(code));
    },
  });

  return {
    /** Answers one request of the protocol. @throws Refusal for its errors */
    handle: async ({ request, response }: Exchange): Promise<void> => {
      checkHeaders(request);
      await server.handle(request, response);
    },
    /**
     * Runs `work` with a copy of a complete upload, which is removed afterwards.
     * @throws Refusal not-found, too-late when bytes are missing
     */
    withComplete: async <T>(id: string, work: (upload: CompleteUpload) => Promise<T>): Promise<T> => {
      const about = await parts.about(id);
      if (!about) throw new Refusal('not-found', publishingTexts.uploadMissing);
      if ((await parts.arrived(id)) !== about.size)
        throw new Refusal('too-late', publishingTexts.uploadMissing);
      return context.scratch.withFile(async (path) => {
        await parts.writeTo(id, path);
        const { size: bytes } = await stat(path);
        if (bytes !== about.size) throw new Error('an upload has other bytes than its parts');
        const { filename, filetype } = about.metadata ?? {};
        return work({ path, bytes, name: filename ?? '', mimeType: filetype ?? '' });
      });
    },
    /** Bytes of all uploads that are not finished. */
    bytesStored: async (): Promise<number> => (await files.list()).reduce((sum, { bytes }) => sum + bytes, 0),
    /** Safe to repeat. */
    remove: parts.remove,
    /** Removes what uploads that ended halfway left before a time. */
    sweep: async (before: Date): Promise<void> => {
      for (const name of await files.storedBefore(before)) await files.remove(name);
    },
  };
};
