import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { Logger } from '../base/log.ts';
import type { S3Address } from '../base/s3-settings.ts';
import { Refusal } from '../http/refusal.ts';
import { fileTexts } from '../http/send-file.ts';
import { MissingObject, type ObjectStorage } from './object-storage.ts';

/** The smallest part that S3 accepts. One is in memory for each upload in progress. */
const PART_BYTES = 5 * 1024 * 1024;
const CONNECT_MS = 2_000;
/** Until the headers of an answer. */
const ANSWER_MS = 30_000;
const COPY_MS = 10 * 60_000;
/** A film keeps one for as long as its reader watches. */
const MAX_SOCKETS = 2_000;
/** An object of this name exists already (412), or is being written by another request (409). */
const LOST_RACE = new Set([409, 412]);

const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('base64');

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

/** A bucket that is not there is a wrong setting, not a missing file. */
const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && (error.name === 'NoSuchKey' || error.name === 'NotFound');

const readPart = async (file: FileHandle, position: number): Promise<Buffer> => {
  const part = Buffer.allocUnsafe(PART_BYTES);
  let length = 0;
  while (length < PART_BYTES) {
    const { bytesRead } = await file.read(part, length, PART_BYTES - length, position + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return part.subarray(0, length);
};

export type S3Credentials = { readonly accessKeyId: string; readonly secretAccessKey: string };
type Options = {
  readonly address: S3Address;
  /** Null: from the environment of the machine, such as its role. */
  readonly credentials: S3Credentials | null;
  readonly log: Logger;
};

const createClient = ({ region, endpoint }: S3Address, credentials: Options['credentials']): S3Client =>
  new S3Client({
    region,
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials ? { credentials } : {}),
    maxAttempts: 3,
    // parts have an MD5; other stores do not know Amazon's newer checksums
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: MAX_SOCKETS, keepAlive: true },
      httpsAgent: { maxSockets: MAX_SOCKETS, keepAlive: true },
    },
  });

/** Translates errors of the SDK into the errors of `ObjectStorage`. */
const createCalls = (log: Logger) => {
  /** Errors of the SDK may hold headers of a request: only their name and status are logged. */
  const unavailable = (operation: string, name: string, error: unknown): Refusal => {
    const reason = error instanceof Error ? error.name : 'unknown';
    const key = name.split('/').at(-1);
    log.error({ step: operation, key, reason, status: statusOf(error) }, 'object store call failed');
    return new Refusal('unavailable', fileTexts.unavailable, { retryAfter: 5 });
  };
  const call = async <T>(operation: string, name: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (isMissing(error)) throw new MissingObject(name);
      throw error instanceof Error && error.name === 'AbortError'
        ? error
        : unavailable(operation, name, error);
    }
  };
  return { call, unavailable };
};

const createUploads = (client: S3Client, keyOf: (name: string) => { Bucket: string; Key: string }) => {
  const putBytes = async (name: string, bytes: Uint8Array, isNew: boolean): Promise<void> => {
    const put = new PutObjectCommand({
      ...keyOf(name),
      Body: bytes,
      ContentLength: bytes.byteLength,
      ContentMD5: md5(bytes),
      ...(isNew ? { IfNoneMatch: '*' } : {}),
    });
    await client.send(put).catch((error: unknown) => {
      if (!isNew || !LOST_RACE.has(statusOf(error) ?? 0)) throw error;
    });
  };

  /** Sends a file in parts. A failed upload leaves no parts, unless the process is killed: the bucket expires those. */
  const putParts = async (name: string, file: FileHandle, first: Buffer): Promise<void> => {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(keyOf(name)));
    const upload = { ...keyOf(name), UploadId };
    try {
      const parts: { PartNumber: number; ETag: string | undefined }[] = [];
      let position = 0;
      for (let part = first; part.length > 0; part = await readPart(file, position)) {
        const PartNumber = parts.length + 1;
        const { ETag } = await client.send(
          new UploadPartCommand({ ...upload, PartNumber, Body: part, ContentMD5: md5(part) }),
        );
        parts.push({ PartNumber, ETag });
        position += part.length;
      }
      await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } }));
    } catch (error) {
      await client.send(new AbortMultipartUploadCommand(upload)).catch(() => {});
      throw error;
    }
  };
  return { putBytes, putParts };
};

/**
 * Objects in a bucket of S3 or of a store with its protocol. Objects get no ACL and no presigned addresses: only these
 * credentials read them. Calls are repeated twice after errors of the network and of the server.
 */
export const s3Storage = ({ address, credentials, log }: Options): ObjectStorage & AsyncDisposable => {
  const { bucket } = address;
  const client = createClient(address, credentials);
  const keyOf = (name: string) => ({ Bucket: bucket, Key: name });
  const { call, unavailable } = createCalls(log);
  const { putBytes, putParts } = createUploads(client, keyOf);

  const get = (name: string, range: string | undefined, abortSignal: AbortSignal | undefined) =>
    call('get', name, async () => {
      const command = new GetObjectCommand({ ...keyOf(name), ...(range ? { Range: range } : {}) });
      const { Body } = await client.send(command, abortSignal ? { abortSignal } : {});
      return Body as Readable;
    });

  return {
    kind: 's3',
    put: (name, source, { isNew = false } = {}) =>
      call('put', name, async () => {
        if (typeof source !== 'string') return putBytes(name, source, isNew);
        await using file = await open(source, 'r');
        const first = await readPart(file, 0);
        if (first.length < PART_BYTES) await putBytes(name, first, isNew);
        else await putParts(name, file, first);
      }),
    open: (name, range, signal) => get(name, range && `bytes=${range.start}-${range.end}`, signal),
    copyTo: async (name, path) => {
      const signal = AbortSignal.timeout(COPY_MS);
      const body = await get(name, undefined, signal);
      await pipeline(body, createWriteStream(path), { signal }).catch((error: unknown) => {
        throw unavailable('copy', name, error);
      });
    },
    stat: (name) =>
      call('stat', name, async () => {
        const { ContentLength, LastModified } = await client.send(new HeadObjectCommand(keyOf(name)));
        return { bytes: ContentLength ?? 0, modified: LastModified ?? new Date(0) };
      }).catch((error: unknown) => {
        if (error instanceof MissingObject) return null;
        throw error;
      }),
    remove: (name) =>
      call('remove', name, async () => {
        await client.send(new DeleteObjectCommand(keyOf(name)));
      }),
    list: async function* (folder, prefix = '') {
      let next: string | undefined;
      do {
        const page = await call('list', folder, () =>
          client.send(
            new ListObjectsV2Command({
              Bucket: bucket,
              Prefix: folder + prefix,
              Delimiter: '/',
              ContinuationToken: next,
            }),
          ),
        );
        for (const { Key, Size, LastModified } of page.Contents ?? [])
          if (Key !== undefined) yield { name: Key, bytes: Size ?? 0, modified: LastModified ?? new Date(0) };
        next = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (next !== undefined);
    },
    [Symbol.asyncDispose]: async () => client.destroy(),
  };
};
