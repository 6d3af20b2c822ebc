import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import {
  ApiError,
  type Client,
  catalogApi,
  createClient,
  type EditorItem,
  kindOf,
} from '@satrangi/contracts';
import { patiently } from './patiently.ts';
import type { SeedMetadata } from './seed-ebooks.ts';
import { type EbookFiles, ebookItem, type SeedItem } from './seed-items.ts';

/** An item of any kind, or a seed book; with `pdfPath` null it has no file. */
export type CatalogItem = SeedItem | (SeedMetadata & EbookFiles);

export type SeedOptions = {
  /** API base URL, for instance `http://127.0.0.1:8080/api`. */
  readonly baseUrl: string;
  readonly adminToken: string;
  readonly items: readonly CatalogItem[];
  /** Number of items in parallel. */
  readonly concurrency?: number;
  /** Does not add captions or an EPUB to items that have their file: an editor may have removed some. */
  readonly keepsCaptions?: boolean;
  /** Receives one line for every hundredth item and for every skipped step. */
  readonly log?: (line: string) => void;
  /** Called after each item with the number of complete items. */
  readonly onProgress?: (done: number) => void;
  readonly signal?: AbortSignal;
};

/** `items` exist now; `filesSent` of them got their file in this run. */
export type SeedResult = { readonly items: number; readonly filesSent: number };

type Catalog = Client<typeof catalogApi>;

/** Creates the item or finds it by its slug. A full featured list is not changed. */
const createItem = async (catalog: Catalog, { kind, slug, draft }: SeedItem, options: SeedOptions) => {
  const create = (featured: boolean): Promise<EditorItem> =>
    patiently(() => catalog[`create${kindOf(kind).one}`]({ body: { ...draft, featured } }), options.signal);
  try {
    return await create(draft.featured ?? false);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'featured-full') throw error;
    options.log?.(`${slug}: the front table is full, shelved without a place on it`);
    return create(false);
  }
};

/** The content type that a browser sends for a file. */
const typeOf = (path: string): string => fileTypes[extname(path)] ?? 'application/octet-stream';
const fileTypes: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.epub': 'application/epub+zip',
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.mp4': 'video/mp4',
  '.vtt': 'text/vtt',
};

/** Caches files that several items share. */
const fileReader = () => {
  const files = new Map<string, Promise<Blob>>();
  return (path: string): Promise<Blob> => {
    const file = files.get(path) ?? readFile(path).then((bytes) => new Blob([bytes], { type: typeOf(path) }));
    files.set(path, file);
    return file;
  };
};

type Sending = {
  readonly fileOf: (path: string) => Promise<Blob>;
  readonly keepsCaptions: boolean;
  readonly signal: AbortSignal | undefined;
};

/** Sends the waveform that an item misses, unless an editor has given it another recording. */
const sendWaveform = async (
  catalog: Catalog,
  { _id: id, fileId, fileBytes, hasWaveform }: EditorItem,
  { file, waveform }: SeedItem,
  { fileOf, signal }: Pick<Sending, 'fileOf' | 'signal'>,
): Promise<void> => {
  if (!file || !waveform || fileId === null || hasWaveform) return;
  if ((await fileOf(file)).size !== fileBytes) return;
  await patiently(() => catalog.putWaveform({ params: { id }, body: { fileId, waveform } }), signal);
};

/** Uploads the missing files of an item in order. @returns their number */
const sendFiles = async (
  catalog: Catalog,
  shelved: EditorItem,
  item: SeedItem,
  { fileOf, keepsCaptions, signal }: Sending,
): Promise<number> => {
  const { one } = kindOf(item.kind);
  const params = { id: shelved._id };
  let sent = 0;
  const send = async <T>(path: string, upload: (file: Blob) => Promise<T>): Promise<T> => {
    const file = await fileOf(path);
    const answer = await patiently(() => upload(file), signal);
    sent += 1;
    return answer;
  };
  let stored = shelved;
  if (item.file !== null && shelved.fileId === null)
    stored = await send(item.file, (file) => catalog[`upload${one}File`]({ params, files: { file } }));
  await sendWaveform(catalog, stored, item, { fileOf, signal });
  if (item.preview !== null && !shelved.hasPreview)
    await send(item.preview, (preview) =>
      catalog[`upload${one}Preview`]({
        params,
        body: { startsAt: item.previewStartsAt },
        files: { preview },
      }),
    );
  if (keepsCaptions && shelved.fileId !== null) return sent;
  if (item.epub && shelved.epubBytes === undefined)
    await send(item.epub, (epub) => catalog.uploadEbookEpub({ params, files: { epub } }));
  for (const { language, path } of item.captions) {
    if (shelved.captionLanguages.includes(language)) continue;
    await send(path, (file) =>
      catalog[`upload${one}Captions`]({ params, body: { language }, files: { captions: file } }),
    );
  }
  return sent;
};

/**
 * Creates items through the admin API. Idempotent and resumable: items are identified by slug, and only missing files,
 * clips, EPUB files, captions and waveforms are sent.
 * @throws ApiError when an item is refused; earlier items are kept.
 */
export const seedCatalog = async (options: SeedOptions): Promise<SeedResult> => {
  const { baseUrl, adminToken, items, concurrency = 4, keepsCaptions = false, log, signal } = options;
  const catalog = createClient(catalogApi, { baseUrl, token: () => adminToken });
  const fileOf = fileReader();
  const queue = items.values();
  let done = 0;
  let refused = false;
  let filesSent = 0;

  const work = async (): Promise<void> => {
    for (const each of queue) {
      signal?.throwIfAborted();
      if (refused) return;
      const item = 'kind' in each ? each : ebookItem(each);
      const shelved = await createItem(catalog, item, options);
      const sent = await sendFiles(catalog, shelved, item, { fileOf, keepsCaptions, signal }).catch(
        (error: unknown) => {
          // the slug exists, but an editor unpublished the item
          if (error instanceof ApiError && error.code === 'not-found') return 0;
          throw error;
        },
      );
      filesSent += sent;
      done += 1;
      options.onProgress?.(done);
      if (done % 100 === 0) log?.(`${done} of ${items.length} items`);
    }
  };
  const workUntilRefused = async (): Promise<void> => {
    try {
      await work();
    } catch (error) {
      refused = true;
      throw error;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, workUntilRefused));
  log?.(`${done} items on the shelf, ${filesSent} files sent`);
  return { items: done, filesSent };
};
