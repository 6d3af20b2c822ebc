import { readFile } from 'node:fs/promises';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { chapterPages } from '../typeset/finish.ts';
import { readManuscriptText, type SeedEbook, SeedMetadata, seedEbooks } from './seed-ebooks.ts';

const books = await seedEbooks();

const scripts: Record<SeedEbook['language'], RegExp> = {
  en: /\p{Script=Latin}/u,
  hi: /\p{Script=Devanagari}/u,
  ta: /\p{Script=Tamil}/u,
  bn: /\p{Script=Bengali}/u,
  ur: /\p{Script=Arabic}/u,
};

/**
 * Minimum share of letters that text extraction returns. Nastaliq draws dots separately from letters, and pdf.js ignores
 * the replacement text of such glyphs.
 */
const readable: Partial<Record<SeedEbook['language'], number>> = { ur: 0.55 };

const lettersOf = (text: string, language: SeedEbook['language']): number =>
  text.match(new RegExp(scripts[language], 'gu'))?.length ?? 0;

const openPdf = async (path: string) => {
  const bytes = await readFile(path);
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await task.promise;
  const texts: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const content = await (await document.getPage(number)).getTextContent();
    texts.push(content.items.map((item) => ('str' in item ? item.str : '')).join(' '));
  }
  const { info } = await document.getMetadata();
  const outline = (await document.getOutline()) ?? [];
  await task.destroy();
  return { bytes: bytes.byteLength, pages: texts.length, text: texts.join('\n'), info, outline };
};

const titlesWhere = (wanted: (book: SeedEbook) => boolean): string[] =>
  books.filter(wanted).map(({ title }) => title);

describe('the seed books', () => {
  it('are at least 24 with unique slugs and titles', () => {
    expect(books.length).toBeGreaterThanOrEqual(24);
    expect(new Set(books.map(({ slug }) => slug)).size).toBe(books.length);
    expect(new Set(books.map(({ title }) => title)).size).toBe(books.length);
  });

  it('contain a free book, one not for sale and one sold in dollars only', () => {
    expect(titlesWhere(({ priceINR }) => priceINR === 0)).toEqual(['What the Tailor Knew']);
    expect(titlesWhere((book) => book.priceINR === null && book.priceUSD === null)).toEqual(['Glass Thread']);
    expect(titlesWhere((book) => book.priceINR === null && book.priceUSD !== null)).toEqual([
      'Small Hours Grammar',
    ]);
    expect(titlesWhere((book) => book.priceINR !== null && book.priceUSD === null).length).toBeGreaterThan(2);
  });

  it('feature three books, each with a signed note', () => {
    const featured = books.filter((book) => book.featured);

    expect(featured).toHaveLength(3);
    expect(featured.every(({ staffNote }) => staffNote !== undefined)).toBe(true);
  });

  it('have five scripts, each title in its own', () => {
    const languages = new Set(books.map(({ language }) => language));

    expect([...languages].sort()).toEqual(['bn', 'en', 'hi', 'ta', 'ur']);
    expect(books.filter(({ language, title }) => !scripts[language].test(title))).toEqual([]);
  });

  it('have covers of three different pigments', () => {
    expect(books.filter(({ cover }) => new Set([cover.ground, cover.figure, cover.accent]).size < 3)).toEqual(
      [],
    );
  });

  it('have two long reads: an anthology, and a novel of one story in 28 chapters', async () => {
    const long = books.filter(({ tags }) => tags.includes('long read'));

    expect(long.map(({ title }) => title)).toEqual(['Every Light On', 'Night Bus to Nagpur']);
    const novel = await readManuscriptText({ slug: 'night-bus-to-nagpur' });
    expect(novel.match(/^# /gm)).toHaveLength(28);
    expect(novel.split(/\s+/).length).toBeGreaterThan(30_000);
  });

  it('have an anthology that contains a book whole, or only its first chapters', async () => {
    const first = await readManuscriptText({ slug: 'night-bus-to-nagpur' });
    const chapters = first.split(/^(?=# )/m);
    const made = (excerpt: string | { slug: string; title: string; chapters: number }) =>
      readManuscriptText({ slug: 'made', collects: ['second-landing', excerpt] });

    const opening = await made({ slug: 'night-bus-to-nagpur', title: 'The first two', chapters: 2 });
    expect(opening.match(/^# .+$/gm)).toEqual([
      '# Pema Lhamu: Second Landing',
      '# Sneha Wankhede: The first two',
    ]);
    expect(opening.endsWith(chapters.slice(0, 2).join('').trim().replaceAll(/^# /gm, '## '))).toBe(true);
    expect((await made('night-bus-to-nagpur')).match(/^## /gm)?.length).toBeGreaterThan(28);
    await expect(made('no-such-book')).rejects.toThrow('made collects no-such-book');
  });

  it('refuses a description that is too short', () => {
    const { pdfPath: _, ...book } = books[0] ?? expect.unreachable();

    expect(SeedMetadata.safeParse(book).success).toBe(true);
    expect(SeedMetadata.safeParse({ ...book, description: 'A good book.' }).success).toBe(false);
  });
});

describe.each(books)('the file of $slug', (book) => {
  it('is a named, light book of at least six pages, readable as text', async () => {
    const pdf = await openPdf(book.pdfPath);
    const written = lettersOf(await readManuscriptText(book), book.language);

    const isLong = book.tags.includes('long read');
    expect(pdf.pages).toBeGreaterThanOrEqual(isLong ? 122 : 6);
    expect(pdf.pages).toBeLessThanOrEqual(isLong ? 240 : 24);
    expect(pdf.bytes).toBeLessThan((isLong ? 560 : 400) * 1024);
    expect(pdf.info).toMatchObject({ Title: book.title, Author: book.author, Language: book.language });
    expect(lettersOf(pdf.text, book.language) / written).toBeGreaterThan(readable[book.language] ?? 0.9);
  });

  it('has an outline with every chapter of the manuscript, in order', async () => {
    const manuscript = await readManuscriptText(book);
    const headings = [...manuscript.matchAll(/^# (.+)$/gm)].map(([, heading = '']) => heading);

    const [, ...chapters] = (await openPdf(book.pdfPath)).outline;

    expect(chapters).toHaveLength(headings.length);
    chapters.forEach(({ title }, index) => {
      expect(headings[index]).toContain(title);
    });
  });

  it('has a sample that begins with its first chapter', async () => {
    const [first] = await chapterPages(await readFile(book.pdfPath));
    expect(book.sampleStart).toBe(first);
  });
});

describe('the layouts of the seed books', () => {
  const inLayout = (layout: 'facing' | 'pictures') => books.filter((book) => book.layout === layout);

  it('have every Hindi chapter on the left and its translation facing it', async () => {
    expect(inLayout('facing')).not.toEqual([]);
    for (const { pdfPath } of inLayout('facing')) {
      const pages = await chapterPages(await readFile(pdfPath));
      expect(pages).toEqual(pages.map((_, index) => 4 + index));
    }
  });

  it('have one picture with its words on every page', async () => {
    expect(inLayout('pictures')).not.toEqual([]);
    for (const book of inLayout('pictures')) {
      const pages = await chapterPages(await readFile(book.pdfPath));
      const plates = (await readManuscriptText(book)).match(/^@ \w+ \w+ \w+ \w+$/gm);
      expect(plates).toHaveLength(pages.length);
      expect(pages).toEqual(pages.map((_, index) => 4 + index));
    }
  });
});
