import { catalogApi, type EditorItem, type MediaDraft, MediaId } from '@satrangi/contracts';
import { anEditorItem, FakeProblem, fakeServer, plays } from '@satrangi/contracts/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fillerEbooks } from './filler.ts';
import { seedCatalog } from './seed-catalog.ts';

type Shelf = {
  readonly books: Map<string, EditorItem>;
  refusal: ((draft: MediaDraft) => FakeProblem | null) | null;
};

const itemOf = (id: string, draft: MediaDraft): EditorItem =>
  anEditorItem({
    _id: MediaId.parse(id),
    title: draft.title,
    author: draft.author ?? '',
    priceINR: draft.priceINR,
    isFree: draft.priceINR === 0,
    isForSale: draft.priceINR !== null,
    formats: draft.formats ?? ['text'],
    featured: draft.featured,
    cover: draft.cover,
  });

/** A catalog that keeps its promise about slugs, and counts the files it is sent. */
const openShelf = () => {
  const shelf: Shelf & { uploads: number } = { books: new Map(), refusal: null, uploads: 0 };
  const server = fakeServer(
    plays(catalogApi, {
      createEbook: ({ body }) => {
        const refused = shelf.refusal?.(body);
        if (refused) throw refused;
        const id = body.slug ?? body.title;
        const item = shelf.books.get(id) ?? itemOf(id, body);
        shelf.books.set(id, item);
        return item;
      },
      uploadEbookFile: ({ params: { id } }) => {
        const item = shelf.books.get(id);
        if (!item) throw new FakeProblem('not-found', 'eBook not found');
        const withFile = { ...item, fileId: `file-of-${id}` };
        shelf.books.set(id, withFile);
        shelf.uploads += 1;
        return withFile;
      },
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
  it('puts every book on the shelf with its file', async () => {
    const shelf = openShelf();

    const result = await seed(20);

    expect(result).toEqual({ items: 20, filesSent: 20 });
    expect([...shelf.books.values()].every(({ fileId }) => fileId !== null)).toBe(true);
  });

  it('changes nothing when it is run again', async () => {
    const shelf = openShelf();
    await seed(20);

    const second = await seed(20);

    expect(second).toEqual({ items: 20, filesSent: 0 });
    expect([shelf.books.size, shelf.uploads]).toEqual([20, 20]);
  });

  it('goes on after an interruption without making a book twice', async () => {
    const shelf = openShelf();
    shelf.refusal = ({ slug }) =>
      slug === 'filler-00010' ? new FakeProblem('validation-failed', 'No') : null;
    await expect(seed(20)).rejects.toThrow('No');
    const before = shelf.uploads;
    shelf.refusal = null;

    const second = await seed(20);

    expect(before).toBeGreaterThan(0);
    expect(second.filesSent).toBe(20 - before);
    expect([shelf.books.size, shelf.uploads]).toEqual([20, 20]);
  });

  it('tries again when the catalog is away for a moment', async () => {
    const shelf = openShelf();
    let away = 2;
    shelf.refusal = () => (away-- > 0 ? new FakeProblem('unavailable', 'Not right now') : null);

    const result = await seed(3);

    expect(result).toEqual({ items: 3, filesSent: 3 });
  });

  it('leaves the front table to the editors when it is full', async () => {
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

    expect([...shelf.books.values()].map(({ featured }) => featured)).toEqual([false]);
    expect(lines[0]).toContain('the front table is full');
  });

  it('shelves books without a file when none is given', async () => {
    const shelf = openShelf();

    const result = await seed(5, { items: fillerEbooks(5).map((book) => ({ ...book, pdfPath: null })) });

    expect(result).toEqual({ items: 5, filesSent: 0 });
    expect(shelf.uploads).toBe(0);
  });
});
