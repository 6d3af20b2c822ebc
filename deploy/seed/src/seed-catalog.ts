import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import {
  ApiError,
  type Client,
  catalogApi,
  createClient,
  type MediaItem,
  NotJsonError,
} from '@satrangi/contracts';
import type { SeedMetadata } from './seed-ebooks.ts';

/** A book to put on the shelf; with `pdfPath` null it stays without a file. */
export type CatalogItem = SeedMetadata & { readonly pdfPath: string | null };

export type SeedOptions = {
  /** Everything before `/admin/ebooks`, for instance `http://127.0.0.1:8080/api`. */
  readonly baseUrl: string;
  readonly adminToken: string;
  readonly items: readonly CatalogItem[];
  /** How many books are on their way at once. */
  readonly concurrency?: number;
  /** Hears one line for every hundredth book and for every decision taken on the way. */
  readonly log?: (line: string) => void;
  readonly signal?: AbortSignal;
};

/** `items` are on the shelf now; `filesSent` of them got their file in this run. */
export type SeedResult = { readonly items: number; readonly filesSent: number };

const TRIES = 8;
const FIRST_WAIT_MS = 250;
/** The gateway counts calls by the minute; a few of these are sure to reach the next one. */
const LIMITED_WAIT_MS = 15_000;

/** Busy, restarting or unreachable: worth another try. A refusal of the book itself is not. */
const isPassing = (error: unknown): boolean =>
  error instanceof ApiError || error instanceof NotJsonError
    ? error.status === 429 || error.status >= 502
    : error instanceof TypeError;

const waitFor = (error: unknown, attempt: number): number =>
  error instanceof ApiError && error.status === 429 ? LIMITED_WAIT_MS : FIRST_WAIT_MS * 2 ** (attempt - 1);

const patiently = async <T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === TRIES || !isPassing(error)) throw error;
      await wait(waitFor(error, attempt), undefined, signal ? { signal } : {});
    }
  }
};

type Catalog = Client<typeof catalogApi>;

const draftOf = (item: CatalogItem, featured: boolean) => ({
  slug: item.slug,
  title: item.title,
  altTitle: item.altTitle ?? null,
  author: item.author,
  authorPronouns: item.pronouns ?? null,
  tagline: item.tagline,
  description: item.description,
  year: item.year,
  language: item.language,
  genres: item.genres,
  tags: item.tags,
  contentNotes: item.contentNotes,
  staffNote: item.staffNote ?? null,
  priceINR: item.priceINR,
  priceUSD: item.priceUSD,
  formats: [...item.formats],
  collection: item.collection,
  featured,
  cover: item.cover,
  flipbookPages: item.flipbookPages ?? null,
});

/** Creates the book or finds it by its slug. Editors who filled the front table themselves keep their choice. */
const shelve = async (catalog: Catalog, item: CatalogItem, options: SeedOptions): Promise<MediaItem> => {
  const create = (featured: boolean) =>
    patiently(() => catalog.createEbook({ body: draftOf(item, featured) }), options.signal);
  try {
    return await create(item.featured);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'featured-full') throw error;
    options.log?.(`${item.slug}: the front table is full, shelved without a place on it`);
    return create(false);
  }
};

/** Reads each file once, however many books share it. */
const fileReader = () => {
  const files = new Map<string, Promise<Blob>>();
  return (path: string): Promise<Blob> => {
    const file =
      files.get(path) ?? readFile(path).then((bytes) => new Blob([bytes], { type: 'application/pdf' }));
    files.set(path, file);
    return file;
  };
};

/**
 * Puts books on the shelf through the admin API. Safe to run again and safe to interrupt: a book is known by its
 * slug and never made twice, and only a book that has no file yet is sent one.
 * @throws ApiError when a book is refused; the books before it stay.
 */
export const seedCatalog = async (options: SeedOptions): Promise<SeedResult> => {
  const { baseUrl, adminToken, items, concurrency = 4, log, signal } = options;
  const catalog = createClient(catalogApi, { baseUrl, token: () => adminToken });
  const fileOf = fileReader();
  const queue = items.values();
  let done = 0;
  let refused = false;
  let filesSent = 0;

  /** How many files were sent for the book: one or none. */
  const put = async (item: CatalogItem): Promise<number> => {
    const shelved = await shelve(catalog, item, options);
    if (item.pdfPath === null || shelved.fileId !== null) return 0;
    const file = await fileOf(item.pdfPath);
    await patiently(() => catalog.uploadEbookFile({ params: { id: shelved._id }, files: { file } }), signal);
    return 1;
  };
  const work = async (): Promise<void> => {
    for (const item of queue) {
      signal?.throwIfAborted();
      if (refused) return;
      const sent = await put(item);
      filesSent += sent;
      done += 1;
      if (done % 100 === 0) log?.(`${done} of ${items.length} books`);
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
  log?.(`${done} books on the shelf, ${filesSent} files sent`);
  return { items: done, filesSent };
};
