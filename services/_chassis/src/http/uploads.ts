import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Endpoint } from '@satrangi/contracts';
import type { Request, Response } from 'express';
import { systemIds } from '../base/ids.ts';
import type { Logger } from '../base/log.ts';
import { Refusal } from './refusal.ts';

export type UploadedFile = {
  readonly path: string;
  readonly originalName: string;
  /** Bytes. */
  readonly size: number;
  /** As the client declares it; check the bytes before use. */
  readonly mimeType: string;
};

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

const megabytes = (bytes: number): string => `${Math.floor(bytes / 1_048_576)}MB`;

/**
 * Reads a multipart body to disk: fields into `request.body`, one file for each name of the contract. The caller must
 * always call `cleanUp`.
 */
export const readUpload = async (
  endpoint: Endpoint,
  request: Request,
  response: Response,
  { uploadDir, log }: { readonly uploadDir: string; readonly log: Logger },
): Promise<{ files: Record<string, UploadedFile>; cleanUp: () => Promise<void> }> => {
  if (!/^multipart\/form-data/i.test(request.headers['content-type'] ?? ''))
    throw new Refusal('unsupported-media-type', 'That content type is not accepted');
  const { default: multer } = await import('multer');
  const folder = join(uploadDir, systemIds.newId());
  const cleanUp = () => rm(folder, { recursive: true, force: true });
  const limit = endpoint.bodyLimit ?? 104_857_600;
  const parse = multer({
    dest: folder,
    defParamCharset: 'utf8',
    limits: {
      fileSize: limit,
      files: endpoint.files?.length ?? 0,
      fields: 100,
      fieldSize: 1_048_576,
      parts: 120,
    },
  }).fields((endpoint.files ?? []).map((name) => ({ name, maxCount: 1 })));
  const refuseWhenFull = (error: unknown): void => {
    if (!isDiskFull(error)) return;
    log.error(`no space left for uploads in ${uploadDir}: free space on its disk`);
    throw new Refusal('unavailable', 'There is no room for files right now', { retryAfter: 60 });
  };
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    refuseWhenFull(error);
    throw error;
  });
  try {
    await new Promise<void>((resolve, reject) => {
      void parse(request, response, (error?: unknown) => (error ? reject(error) : resolve()));
    });
  } catch (error) {
    await cleanUp();
    const tooLarge = error instanceof Error && 'code' in error && error.code === 'LIMIT_FILE_SIZE';
    if (tooLarge) throw new Refusal('too-large', `File too large. Maximum size is ${megabytes(limit)}.`);
    refuseWhenFull(error);
    throw new Refusal('validation-failed', 'The request is not valid');
  }
  const received = (request.files ?? {}) as Record<string, Express.Multer.File[]>;
  const files = Object.fromEntries(
    Object.entries(received).flatMap(([name, [file]]) =>
      file
        ? [
            [
              name,
              { path: file.path, originalName: file.originalname, size: file.size, mimeType: file.mimetype },
            ],
          ]
        : [],
    ),
  );
  return { files, cleanUp };
};
