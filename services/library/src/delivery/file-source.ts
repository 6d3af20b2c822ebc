import { type FileStore, Refusal } from '@satrangi/chassis';
import type { AnyFile } from '../media/media.rules.ts';

/** Bytes of a stored file, wherever the house keeps them. */
export type Source = {
  readonly bytes: number;
  readonly open: (
    range: { readonly start: number; readonly end: number },
    signal: AbortSignal,
  ) => ReturnType<FileStore['open']> | Promise<ReturnType<FileStore['open']>>;
};

export type OpenSource = (file: AnyFile, missing: string) => Promise<Source>;

/** @throws Refusal not-found in the words of `missing` when the file is not there */
export const openSource =
  (files: FileStore): OpenSource =>
  async ({ key, store = 'disk' }, missing) => {
    // A key the storage port never gave out is no file either.
    const found = store === 'disk' ? await files.stat(key).catch(() => null) : null;
    if (!found) throw new Refusal('not-found', missing);
    return { bytes: found.bytes, open: (range) => files.open(key, range) };
  };
