import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Exchange, type Ids, Refusal } from '@satrangi/chassis';
import { MANUSCRIPT_MAX_BYTES, type ProblemCode, publishingTexts } from '@satrangi/contracts';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';

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

/** The first of these files that exists. */
const firstOf = async (paths: readonly string[]): Promise<string | null> => {
  for (const path of paths) if (await stat(path).catch(() => null)) return path;
  return null;
};

export type ResumableUploads = ReturnType<typeof resumableUploads>;

/** Resumable uploads (tus 1.0) in a folder of their own, until they are complete. */
export const resumableUploads = (dataDir: string, ids: Ids) => {
  const directory = join(dataDir, 'resumable');
  const datastore = new FileStore({
    directory,
    expirationPeriodInMilliseconds: RESUMABLE_HOURS * 3_600_000,
  });
  const server = new Server({
    path: '/publishing/uploads',
    datastore,
    maxSize: MANUSCRIPT_MAX_BYTES,
    // relative to the address the browser used: a path of the public site
    generateUrl: (_request, { id }) => `/api/publishing/uploads/${id}`,
    namingFunction: () => ids.newId(),
    // thrown, it is answered like every other refusal
    onResponseError: (_request, error) => {
      const status = 'status_code' in error ? error.status_code : 0;
      const code = codes[status];
      if (!code) throw error;
      throw new Refusal(code, sentenceOf(code));
    },
  });

  return {
    directory,
    /** Answers one request of the protocol. @throws Refusal for its errors */
    handle: async ({ request, response }: Exchange): Promise<void> => {
      checkHeaders(request);
      await server.handle(request, response);
    },
    /**
     * The file of a complete upload.
     * @param keptPath where a run that was stopped may have moved it already
     * @throws Refusal not-found, too-late when bytes are missing
     */
    complete: async (
      id: string,
      keptPath: string,
    ): Promise<{ path: string; bytes: number; name: string; mimeType: string }> => {
      const about = await datastore.configstore.get(id);
      const path = await firstOf([join(directory, id), keptPath]);
      if (!about || !path) throw new Refusal('not-found', publishingTexts.uploadMissing);
      const { size: bytes } = await stat(path);
      if (bytes !== about.size) throw new Refusal('too-late', publishingTexts.uploadMissing);
      const { filename, filetype } = about.metadata ?? {};
      return { path, bytes, name: filename ?? '', mimeType: filetype ?? '' };
    },
    /** Safe to repeat, also after its file was moved. */
    remove: async (id: string): Promise<void> => {
      await rm(join(directory, id), { force: true });
      await datastore.configstore.delete(id).catch(() => {});
    },
  };
};
