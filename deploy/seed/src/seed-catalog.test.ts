import { stat } from 'node:fs/promises';
import { catalogApi, type EditorItem, kindOf, type StoredMediaType } from '@satrangi/contracts';
import { anEditorItem, FakeProblem, fakeServer, plays } from '@satrangi/contracts/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fillerEbooks } from './filler.ts';
import { loadSeedItems } from './load-seed-items.ts';
import { seedCatalog } from './seed-catalog.ts';
import type { Draft } from './seed-items.ts';

type Shelf = {
  readonly items: Map<string, EditorItem>;
  refusal: ((draft: Draft) => FakeProblem | null) | null;
};

const itemOf = (id: string, kind: StoredMediaType, draft: Draft): EditorItem =>
  anEditorItem({
    _id: id as EditorItem['_id'],
    mediaType: kindOf(kind).joined,
    title: draft.title,
    featured: draft.featured ?? false,
  });

/** A fake catalog with unique slugs that counts uploads. */
const openShelf = () => {
  const shelf: Shelf & {
    uploads: number;
    away: number;
    withdrawn: string | null;
    /** The sizes of files, by the slugs of their items. */
    bytes: Map<string, number>;
    waveforms: { slug: string; fileId: string; waveform: string }[];
  } = {
    items: new Map(),
    bytes: new Map(),
    waveforms: [],
    refusal: null,
    uploads: 0,
    away: 0,
    withdrawn: null,
  };
  const put = (kind: StoredMediaType) => (call: { body: Draft }) => {
    const refused = shelf.refusal?.(call.body);
    if (refused) throw refused;
    const id = call.body.slug ?? call.body.title;
    const item = shelf.items.get(id) ?? itemOf(id, kind, call.body);
    shelf.items.set(id, item);
    return item;
  };
  const edit = (id: string, change: (item: EditorItem) => Partial<EditorItem>): EditorItem => {
    const item = shelf.items.get(id);
    if (!item || id === shelf.withdrawn) throw new FakeProblem('not-found', 'eBook not found');
    if (shelf.away-- > 0) throw new FakeProblem('unavailable', 'Not right now');
    const changed = { ...item, ...change(item) };
    shelf.items.set(id, changed);
    shelf.uploads += 1;
    return changed;
  };
  const uploadFile = ({ params: { id } }: { params: { id: string } }) =>
    edit(id, () => ({ fileId: `file-of-${id}`, fileBytes: shelf.bytes.get(id) ?? null, hasWaveform: false }));
  const uploadEpub = ({ params: { id } }: { params: { id: string } }) => edit(id, () => ({ epubBytes: 9 }));
  const uploadPreview = (call: { params: { id: string }; body: { startsAt?: number | undefined } }) =>
    edit(call.params.id, () => ({ hasPreview: true, previewStartsAt: call.body.startsAt }));
  const uploadStill = ({ params: { id } }: { params: { id: string } }) => ({
    ...edit(id, () => ({ thumbnailUrl: `/api/shortfilms/${id}/thumbnail` })),
    warnings: [],
  });
  const uploadCaptions = (call: { params: { id: string }; body: { language: string } }) =>
    edit(call.params.id, ({ captionLanguages }) => ({
      captionLanguages: [...captionLanguages, call.body.language],
    }));
  const putWaveform = (call: { params: { id: string }; body: { fileId: string; waveform: string } }) => {
    const slug = call.params.id;
    shelf.waveforms.push({ slug, ...call.body });
    shelf.uploads -= 1;
    return edit(slug, () => ({ hasWaveform: true }));
  };
  const server = fakeServer(
    plays(catalogApi, {
      putWaveform,
      createEbook: put('ebook'),
      createAudioStory: put('audio-story'),
      createOralHistory: put('oral-history'),
      createShortFilm: put('short-film'),
      createDocumentary: put('documentary'),
      createMagazine: put('magazine'),
      uploadEbookFile: uploadFile,
      uploadEbookEpub: uploadEpub,
      uploadMagazineFile: uploadFile,
      uploadAudioStoryFile: uploadFile,
      uploadAudioStoryPreview: uploadPreview,
      uploadAudioStoryCaptions: uploadCaptions,
      uploadOralHistoryFile: uploadFile,
      uploadOralHistoryPreview: uploadPreview,
      uploadOralHistoryCaptions: uploadCaptions,
      uploadShortFilmFile: uploadFile,
      uploadShortFilmPreview: uploadPreview,
      uploadShortFilmCaptions: uploadCaptions,
      uploadShortFilmThumbnail: uploadStill,
      uploadDocumentaryFile: uploadFile,
      uploadDocumentaryPreview: uploadPreview,
      uploadDocumentaryCaptions: uploadCaptions,
      uploadDocumentaryThumbnail: uploadStill,
    }),
  );
  vi.stubGlobal('fetch', server);
  return shelf;
};

const seed = (count: number, more: Partial<Parameters<typeof seedCatalog>[0]> = {}) =>
  seedCatalog({
    baseUrl: '/api',
    adminToken: 'an-admin',
    items: fillerEbooks(count),
    concurrency: 3,
    ...more,
  });

afterEach(() => vi.unstubAllGlobals());

describe('seeding a catalog', () => {
  it('creates every book with its file', async () => {
    const shelf = openShelf();

    const result = await seed(20);

    expect(result).toEqual({ items: 20, filesSent: 20 });
    expect([...shelf.items.values()].every(({ fileId }) => fileId !== null)).toBe(true);
  });

  it('is idempotent', async () => {
    const shelf = openShelf();
    await seed(20);

    const second = await seed(20);

    expect(second).toEqual({ items: 20, filesSent: 0 });
    expect([shelf.items.size, shelf.uploads]).toEqual([20, 20]);
  });

  it('resumes after an interruption without duplicates', async () => {
    const shelf = openShelf();
    shelf.refusal = ({ slug }) =>
      slug === 'filler-00010' ? new FakeProblem('validation-failed', 'No') : null;
    await expect(seed(20)).rejects.toThrow('No');
    const before = shelf.uploads;
    shelf.refusal = null;

    const second = await seed(20);

    expect(before).toBeGreaterThan(0);
    expect(second.filesSent).toBe(20 - before);
    expect([shelf.items.size, shelf.uploads]).toEqual([20, 20]);
  });

  it('retries when the catalog is unavailable', async () => {
    const shelf = openShelf();
    let away = 2;
    shelf.refusal = () => (away-- > 0 ? new FakeProblem('unavailable', 'Not right now') : null);

    const result = await seed(3);

    expect(result).toEqual({ items: 3, filesSent: 3 });
  });

  it('creates books without featuring them when the featured list is full', async () => {
    const shelf = openShelf();
    shelf.refusal = ({ featured }) =>
      featured
        ? new FakeProblem('featured-full', 'You can only select up to 3 featured publications.')
        : null;
    const lines: string[] = [];

    await seed(1, {
      items: fillerEbooks(1).map((book) => ({ ...book, featured: true })),
      log: (line) => lines.push(line),
    });

    expect([...shelf.items.values()].map(({ featured }) => featured)).toEqual([false]);
    expect(lines[0]).toContain('the front table is full');
  });

  it('creates books without a file when none is given', async () => {
    const shelf = openShelf();

    const result = await seed(5, { items: fillerEbooks(5).map((book) => ({ ...book, pdfPath: null })) });

    expect(result).toEqual({ items: 5, filesSent: 0 });
    expect(shelf.uploads).toBe(0);
  });

  it('creates items of all six kinds with files, clips and captions once', async () => {
    const shelf = openShelf();
    const items = await loadSeedItems();

    const first = await seed(0, { items });
    const second = await seed(0, { items });

    const wanted = items.flatMap(({ file, preview, epub, captions }) => [file, preview, epub, ...captions]);
    expect(first).toEqual({ items: items.length, filesSent: wanted.filter(Boolean).length });
    expect(second).toEqual({ items: items.length, filesSent: 0 });
    expect(new Set([...shelf.items.values()].map(({ mediaType }) => mediaType)).size).toBe(6);
    for (const { slug, preview } of items) {
      const startsAt = shelf.items.get(slug)?.previewStartsAt;
      if (preview) expect(startsAt).toBeGreaterThan(0);
      else expect(startsAt).toBeUndefined();
    }
  });

  it('sends the waveform of each recording once, also to those of an earlier version, and to no other recording', async () => {
    const shelf = openShelf();
    const items = (await loadSeedItems()).filter(({ kind }) => /^audio|^oral/.test(kind));
    for (const { slug, file } of items) shelf.bytes.set(slug, (await stat(file ?? '')).size);
    const [own, ...others] = items.map(({ slug }) => slug);
    await seed(0, { items });
    await seed(0, { items });

    const sent = shelf.waveforms.map(({ slug, fileId }) => [slug, fileId]);
    expect(sent.toSorted()).toEqual(items.map(({ slug }) => [slug, `file-of-${slug}`]).toSorted());
    expect(new Set(shelf.waveforms.map(({ waveform }) => waveform)).size).toBe(items.length);
    for (const [slug, item] of shelf.items)
      shelf.items.set(slug, { ...item, hasWaveform: false, ...(slug === own ? { fileBytes: 1 } : {}) });
    shelf.waveforms.length = 0;
    await seed(0, { items });
    expect(shelf.waveforms.map(({ slug }) => slug).toSorted()).toEqual(others.toSorted());
  });

  it('skips a title that an editor unpublished, and continues with the others', async () => {
    const shelf = openShelf();
    const books = fillerEbooks(3);
    await seed(0, { items: books.map((book) => ({ ...book, pdfPath: null })) });
    shelf.withdrawn = books[0]?.slug ?? null;

    const second = await seed(0, { items: books });

    expect(second).toEqual({ items: 3, filesSent: 2 });
    expect(shelf.items.get(books[0]?.slug ?? '')?.fileId).toBeNull();
  });

  it('does not restore removed captions in a folder of an earlier version', async () => {
    openShelf();
    const items = (await loadSeedItems()).filter(({ kind }) => kind === 'documentary').slice(0, 1);
    await seed(0, { items: items.map((item) => ({ ...item, captions: [] })) });

    expect((await seed(0, { items, keepsCaptions: true })).filesSent).toBe(0);
    expect((await seed(0, { items })).filesSent).toBe(items[0]?.captions.length);
  });

  it('does not restore a removed EPUB in a folder of an earlier version', async () => {
    openShelf();
    const items = (await loadSeedItems()).filter(({ epub }) => epub).slice(0, 1);
    await seed(0, { items: items.map((item) => ({ ...item, epub: null })) });

    expect((await seed(0, { items, keepsCaptions: true })).filesSent).toBe(0);
    expect((await seed(0, { items })).filesSent).toBe(1);
    expect((await seed(0, { items })).filesSent).toBe(0);
  });

  it('resumes with the captions of an item that has its film', async () => {
    const shelf = openShelf();
    const items = (await loadSeedItems()).filter(({ kind }) => kind === 'documentary').slice(0, 1);
    const signal = AbortSignal.timeout(60_000);
    await seed(0, { items: items.map((item) => ({ ...item, preview: null, captions: [] })), signal });

    const second = await seed(0, { items, signal });

    expect(second.filesSent).toBe(1 + (items[0]?.captions.length ?? 0));
    expect(shelf.items.size).toBe(1);
  });
});
