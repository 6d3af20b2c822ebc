import { readdir, readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { loadImage } from '@napi-rs/canvas';
import { useFixture } from '@satrangi/chassis/use-fixture';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { bootLibrary, mediaOf, stored } from './boot-library.ts';
import { leakyBook, sentinelsIn } from './leaky-book.ts';

const twoPages = ['DEEP01', 'DEEP02', 'FORM01', 'FORM02', 'TEXT01', 'TEXT02'];

const service = useFixture(bootLibrary);
let revision: string;
const sampleOf = (mediaId: string, query = '', init: RequestInit = {}) =>
  fetch(`${service.url}/ebooks/${mediaId}/preview-limited${query}`, init);
const pageOf = (mediaId: string, page: number | string, query = '', init: RequestInit = {}) =>
  fetch(`${service.url}/ebooks/${mediaId}/preview-pages/${page}${query}`, init);
const problemOf = async (response: Response) => {
  const { detail } = (await response.json()) as { detail: string };
  return [response.status, detail];
};
const unavailable = [404, 'Preview unavailable'];

const encryptedBook = async (): Promise<Uint8Array> => {
  const pdf = await PDFDocument.load(await leakyBook());
  pdf.encrypt({ userPassword: 'secret', ownerPassword: 'owner' });
  return pdf.save();
};

beforeAll(async () => {
  const book = await leakyBook(20);
  const file = await stored(service, book, 20);
  revision = file.revision;
  const kept = async (pdf: Uint8Array, pages: number) => ({ file: await stored(service, pdf, pages) });
  await service.deliver(mediaOf('book', { file }));
  await service.deliver(mediaOf('gone', { file, status: 'withdrawn' }));
  await service.deliver(mediaOf('film', { file: { ...file, mimeType: 'video/mp4' } }));
  await service.deliver(mediaOf('without-file'));
  await service.deliver(mediaOf('chosen', { file, previewPages: 5 }));
  await service.deliver(mediaOf('closed', { file, previewPages: 0 }));
  await service.deliver(mediaOf('one-page', await kept(await leakyBook(1), 1)));
  await service.deliver(mediaOf('encrypted', await kept(await encryptedBook(), 20)));
  await service.deliver(mediaOf('broken', await kept(book.subarray(0, 4_000), 20)));
  await service.deliver(mediaOf('no-pdf', await kept(Buffer.from('<html>hello</html>'), 20)));
});

describe('a sample', () => {
  it('is a tenth of the book and nothing else, for any query parameters (CAT-09, CAT-48, S10)', async () => {
    for (const query of ['', '?page=999', '?full=1', '?pages=20&token=x']) {
      const response = await sampleOf('book', query);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/pdf');
      expect(sentinelsIn(await response.bytes())).toEqual(twoPages);
    }
  });

  it('has the number of pages the editor chose, and one page for a book of one page', async () => {
    const chosen = await PDFDocument.load(await (await sampleOf('chosen')).bytes());
    expect(chosen.getPageCount()).toBe(5);
    const single = await PDFDocument.load(await (await sampleOf('one-page')).bytes());
    expect(single.getPageCount()).toBe(1);
  });

  it('has the same size for ranges, If-None-Match and HEAD', async () => {
    const full = await sampleOf('book');
    const size = (await full.bytes()).length;
    const etag = full.headers.get('etag') ?? '';
    const beyond = await sampleOf('book', '', { headers: { range: `bytes=${size}-` } });
    expect(beyond.status).toBe(416);
    const from = await sampleOf('book', '', { headers: { range: 'bytes=0-', 'if-range': etag } });
    expect(from.headers.get('content-range')).toBe(`bytes 0-${size - 1}/${size}`);
    expect((await sampleOf('book', '', { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await sampleOf('book', '', { method: 'HEAD' })).headers.get('content-length')).toBe(String(size));
  });

  it.each(['encrypted', 'broken', 'no-pdf', 'film', 'without-file', 'closed'])(
    '(%s) is unavailable and never falls back to the file',
    async (mediaId) => {
      expect(await problemOf(await sampleOf(mediaId))).toEqual(unavailable);
      expect(await problemOf(await sampleOf(mediaId))).toEqual(unavailable);
      expect(await problemOf(await pageOf(mediaId, 1))).toEqual(unavailable);
    },
  );

  it.each(['gone', 'nothing'])('(%s) is not found', async (mediaId) => {
    expect(await problemOf(await sampleOf(mediaId))).toEqual([404, 'eBook not found']);
    expect(await problemOf(await pageOf(mediaId, 1))).toEqual([404, 'eBook not found']);
  });

  it('is rendered once for concurrent requests', async () => {
    await using own = await bootLibrary();
    const file = await stored(own, await leakyBook(30), 30);
    await own.deliver(mediaOf('book', { file, previewPages: 3 }));
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => fetch(`${own.url}/ebooks/book/preview-limited`)),
    );
    const sizes = await Promise.all(answers.map(async (answer) => (await answer.bytes()).length));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(sizes).size).toBe(1);
    const folder = join(own.context.settings.dataDir, 'cache', 'samples');
    expect((await readdir(folder)).filter((name) => name.endsWith('.pdf'))).toHaveLength(1);
  });

  it('is cut again when the file is replaced', async () => {
    await using own = await bootLibrary();
    const request = async () =>
      sentinelsIn(await (await fetch(`${own.url}/ebooks/book/preview-limited`)).bytes());
    await own.deliver(mediaOf('book', { file: await stored(own, await leakyBook(20), 20) }));
    expect(await request()).toEqual(twoPages);
    await own.deliver(mediaOf('book', { version: 2, file: await stored(own, await leakyBook(10), 10) }));
    expect(await request()).toEqual(['DEEP01', 'FORM01', 'TEXT01']);
  });
});

describe('a sample that begins where the story begins', () => {
  const textOf = async (pdf: Uint8Array, number: number): Promise<string> => {
    const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
    const { items } = await (await (await task.promise).getPage(number)).getTextContent();
    await task.destroy();
    return items.map((item) => ('str' in item ? item.str : '')).join(' ');
  };

  it('has the first page of the story first, and neither title page nor later pages', async () => {
    await using own = await bootLibrary();
    const book = await readFile(new URL('../../../deploy/seed/files/seven-ways-home.pdf', import.meta.url));
    const file = await stored(own, book, 17);
    await own.deliver(mediaOf('story', { file, previewPages: 3, sampleStart: 4 }));
    const sample = await (await fetch(`${own.url}/ebooks/story/preview-limited`)).bytes();
    expect((await PDFDocument.load(sample)).getPageCount()).toBe(3);
    expect(await textOf(sample, 1)).toContain('Mr Sawant Examines');
    expect(await textOf(sample, 1)).toBe(await textOf(book, 4));
    expect(await textOf(sample, 3)).toBe(await textOf(book, 6));
  });

  it('contains nothing of the pages before and after it', async () => {
    await using own = await bootLibrary();
    await own.deliver(
      mediaOf('book', { file: await stored(own, await leakyBook(20), 20), previewPages: 2, sampleStart: 4 }),
    );
    const sample = await (await fetch(`${own.url}/ebooks/book/preview-limited`)).bytes();
    expect(sentinelsIn(sample)).toEqual(['DEEP04', 'DEEP05', 'FORM04', 'FORM05', 'TEXT04', 'TEXT05']);
  });

  it('is made again when the start changes, and an address with the old start is no longer immutable', async () => {
    await using own = await bootLibrary();
    const file = await stored(own, await leakyBook(20), 20);
    const page = (query: string) => fetch(`${own.url}/ebooks/book/preview-pages/1${query}`);
    const sentinels = async () =>
      sentinelsIn(await (await fetch(`${own.url}/ebooks/book/preview-limited`)).bytes());
    await own.deliver(mediaOf('book', { file, previewPages: 1 }));
    expect(await sentinels()).toContain('TEXT01');
    const before = await page(`?v=${file.revision}`);
    expect(before.headers.get('cache-control')).toContain('immutable');

    await own.deliver(mediaOf('book', { version: 2, file, previewPages: 1, sampleStart: 6 }));
    expect(await sentinels()).toEqual(['DEEP06', 'FORM06', 'TEXT06']);
    expect((await page(`?v=${file.revision}`)).headers.get('cache-control')).not.toContain('immutable');
    const after = await page(`?v=${file.revision}.6`);
    expect(after.headers.get('cache-control')).toContain('immutable');
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));

    await own.deliver(mediaOf('book', { version: 3, file, previewPages: 1 }));
    expect(await sentinels()).toContain('TEXT01');
  });

  it('ends with the book, and begins at its first page when the file is shorter than the start', async () => {
    await using own = await bootLibrary();
    const file = await stored(own, await leakyBook(20), 20);
    await own.deliver(mediaOf('end', { file, previewPages: 5, sampleStart: 19 }));
    await own.deliver(mediaOf('beyond', { file, previewPages: 1, sampleStart: 21 }));
    const cut = async (id: string) =>
      sentinelsIn(await (await fetch(`${own.url}/ebooks/${id}/preview-limited`)).bytes());
    expect(await cut('end')).toEqual(['DEEP19', 'DEEP20', 'FORM19', 'FORM20', 'TEXT19', 'TEXT20']);
    expect(await cut('beyond')).toContain('TEXT01');
  });
});

describe('a page of a sample', () => {
  it.each([360, 600, 900, 1200])('is %i pixels wide', async (width) => {
    const response = await pageOf('book', 2, `?w=${width}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/webp');
    const image = await loadImage(Buffer.from(await response.bytes()));
    expect([image.width, image.height]).toEqual([width, Math.round((width * 640) / 400)]);
  });

  it('beyond the sample is unavailable', async () => {
    expect(await problemOf(await pageOf('book', 3))).toEqual(unavailable);
    expect(await problemOf(await pageOf('book', 20))).toEqual(unavailable);
    expect(await problemOf(await pageOf('book', 99_999))).toEqual(unavailable);
  });

  it.each(['0', '-1', '1.5', 'x'])('number %s is refused', async (page) => {
    expect((await pageOf('book', page)).status).toBe(400);
  });

  it.each(['?w=601', '?w=0', '?w=99999', '?w=x'])('with %s is refused', async (query) => {
    expect((await pageOf('book', 1, query)).status).toBe(400);
  });

  it('is immutable when its URL names the revision, otherwise revalidated', async () => {
    const named = await pageOf('book', 1, `?v=${revision}`);
    expect(named.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const other = await pageOf('book', 1, '?v=older');
    expect(other.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    const etag = other.headers.get('etag') ?? '';
    expect((await pageOf('book', 1, '', { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await pageOf('book', 2, '', { headers: { 'if-none-match': etag } })).status).toBe(200);
  });
});

describe('unreferenced samples', () => {
  it('are removed when they are stale; the others stay', async () => {
    await using own = await bootLibrary();
    const folder = join(own.context.settings.dataDir, 'cache', 'samples');
    const samples = async () => (await readdir(folder)).filter((name) => name.endsWith('.pdf'));
    const cut = async (mediaId: string) =>
      (await fetch(`${own.url}/ebooks/${mediaId}/preview-limited`)).bytes();
    await own.deliver(mediaOf('kept', { file: await stored(own, await leakyBook(20), 20) }));
    await cut('kept');
    const [kept = ''] = await samples();
    await own.deliver(mediaOf('gone', { file: await stored(own, await leakyBook(11), 11) }));
    await cut('gone');
    await own.deliver(mediaOf('gone', { version: 2, status: 'withdrawn' }));

    await own.runJob('tidy-samples');
    expect(await samples()).toHaveLength(2);
    const longAgo = new Date('2020-01-01T00:00:00Z');
    for (const name of await samples()) await utimes(join(folder, name), longAgo, longAgo);
    await own.runJob('tidy-samples');
    expect(await samples()).toEqual([kept]);
  });
});

describe('the first pages', () => {
  it('are drawn before the first request', async () => {
    await using own = await bootLibrary();
    await own.deliver(mediaOf('book', { file: await stored(own, await leakyBook(20), 20) }));
    const folder = join(own.context.settings.dataDir, 'cache', 'samples');
    await vi.waitFor(
      async () => {
        const ends = (await readdir(folder)).map((name) => name.replace(/^[0-9a-f]+/, '')).sort();
        expect(ends).toEqual(['-1-1200.webp', '-1-600.webp', '-2-1200.webp', '-2-600.webp', '.pdf']);
      },
      { timeout: 20_000, interval: 100 },
    );
  });
});

describe('a magazine', () => {
  it('has a sample and a full PDF like an ebook, under its own routes only', async () => {
    await using own = await bootLibrary();
    const file = await stored(own, await leakyBook(20), 20);
    await own.deliver(mediaOf('issue', { mediaType: 'magazine', file }));
    await own.deliver(mediaOf('open-issue', { mediaType: 'magazine', file, priceINR: 0 }));
    const request = (path: string) => fetch(`${own.url}${path}`);

    const sample = await request('/magazines/issue/preview-limited');
    expect(sentinelsIn(await sample.bytes())).toEqual(twoPages);
    expect((await request('/magazines/issue/preview-pages/2')).headers.get('content-type')).toBe(
      'image/webp',
    );
    expect((await request('/magazines/issue/preview-pages/3')).status).toBe(404);
    expect((await request('/magazines/issue/pdf')).status).toBe(401);
    const full = await request('/magazines/open-issue/pdf');
    expect(full.headers.get('content-disposition')).toContain('magazine.pdf');
    expect(sentinelsIn(await full.bytes())).toContain('TEXT20');
    for (const path of ['pdf', 'preview-limited', 'preview-pages/1'])
      expect(await problemOf(await request(`/ebooks/open-issue/${path}`))).toEqual([404, 'eBook not found']);
    expect(await problemOf(await request('/magazines/nothing/pdf'))).toEqual([404, 'Magazine not found']);
  });
});
