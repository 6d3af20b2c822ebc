import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { OwnFiles } from '@satrangi/chassis';
import { DataStore, ERRORS, Upload } from '@tus/server';
import { z } from 'zod';
import { arrivedIn, partName, partOf, type UploadPart } from './upload-parts.rules.ts';

/** A killed process loses at most this much of a part that it is receiving. In memory once per upload in progress. */
const PART_BYTES = 2 * 1024 * 1024;

const About = z.object({
  size: z.int(),
  metadata: z.record(z.string(), z.string().nullable()).optional(),
  creation_date: z.string(),
});
type About = z.output<typeof About>;

const infoName = (id: string): string => `${id}.info`;

/**
 * A data store of the tus server that stores each upload as parts, named by their offset. Requests of one upload may reach
 * different replicas, also at the same time: a part is never changed by another one.
 */
export const uploadParts = (files: OwnFiles, expirationMs: number) => {
  const isId = (id: string): boolean => /^[\w-]{1,64}$/.test(id);

  /** Null for an unknown upload. */
  const about = async (id: string): Promise<About | null> => {
    const text = isId(id) ? await files.read(infoName(id)) : null;
    return text && About.parse(JSON.parse(text.toString()));
  };
  const partsOf = async (id: string): Promise<UploadPart[]> =>
    (await files.list(`${id}.`)).flatMap((file) => partOf(file) ?? []);

  /** Stores what arrives, also of a request that breaks off. @returns the offset after it */
  const store = async (stream: Readable, id: string, offset: number): Promise<number> => {
    let at = offset;
    let pending: Uint8Array[] = [];
    let pendingBytes = 0;
    const flush = async (): Promise<void> => {
      if (pendingBytes === 0) return;
      const part = Buffer.concat(pending);
      pending = [];
      pendingBytes = 0;
      await files.put(partName(id, at), part);
      at += part.length;
    };
    try {
      for await (const chunk of stream as AsyncIterable<Uint8Array>) {
        pending.push(chunk);
        pendingBytes += chunk.byteLength;
        if (pendingBytes >= PART_BYTES) await flush();
      }
    } finally {
      await flush();
    }
    return at;
  };

  const datastore = Object.assign(new DataStore(), {
    extensions: ['creation', 'expiration'],
    create: async (upload: Upload): Promise<Upload> => {
      const { id, size, metadata } = upload;
      upload.creation_date = new Date().toISOString();
      const info: z.input<typeof About> = { size: size ?? 0, metadata, creation_date: upload.creation_date };
      await files.put(infoName(id), Buffer.from(JSON.stringify(info)));
      return upload;
    },
    write: store,
    getUpload: async (id: string): Promise<Upload> => {
      const found = await about(id);
      if (!found) throw ERRORS.FILE_NOT_FOUND;
      const { bytes } = arrivedIn(await partsOf(id));
      const { metadata, ...fields } = found;
      return new Upload({ id, offset: bytes, ...fields, ...(metadata ? { metadata } : {}) });
    },
    getExpiration: (): number => expirationMs,
  });

  return {
    datastore,
    about,
    /** How many bytes have arrived. */
    arrived: async (id: string): Promise<number> => arrivedIn(await partsOf(id)).bytes,
    /** Writes what has arrived to a local file. */
    writeTo: async (id: string, path: string): Promise<void> => {
      const { rests } = arrivedIn(await partsOf(id));
      const bytes = async function* () {
        for (const { name, skip } of rests) {
          const range = skip === 0 ? undefined : { start: skip, end: Number.MAX_SAFE_INTEGER };
          yield* await files.open(name, range);
        }
      };
      await pipeline(Readable.from(bytes(), { objectMode: false }), createWriteStream(path));
    },
    /** Safe to repeat. */
    remove: async (id: string): Promise<void> => {
      if (!isId(id)) return;
      for (const { name } of await files.list(`${id}.`)) await files.remove(name);
    },
  };
};
