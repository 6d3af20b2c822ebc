import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { COVER_NAME, epubTexts } from '../typeset/epub.ts';
import { readManuscript } from '../typeset/manuscript.ts';
import { readManuscriptText, type SeedEbook, seedEbooks } from './seed-ebooks.ts';

const books = (await seedEbooks()).filter(({ epubPath }) => epubPath !== undefined);

type Element = { readonly name: string; readonly attributes: Readonly<Record<string, string>> };

/** Reads a document strictly. @returns its elements, and its text without that of the head */
const parsed = (xml: string) => {
  const elements: Element[] = [];
  let text = '';
  const parser = new SaxesParser({ xmlns: false });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => elements.push({ name, attributes }));
  parser.on('text', (part) => {
    text += part;
  });
  parser.write(xml).close();
  return { elements, text: text.replace(/^\s*[^\n]*\n/, '') };
};

const entriesOf = async ({ epubPath }: SeedEbook) => {
  const zip = await fromBufferPromise(await readFile(epubPath ?? ''), { lazyEntries: true });
  const entries = new Map<string, Buffer>();
  const isStored = new Set<string>();
  for await (const entry of zip.eachEntry()) {
    if (entry.compressionMethod === 0) isStored.add(entry.fileName);
    entries.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  const textOf = (name: string): string => entries.get(name)?.toString('utf8') ?? expect.unreachable(name);
  const all = (name: string, tag: string): Element[] =>
    parsed(textOf(name)).elements.filter((element) => element.name === tag);
  return { entries, isStored, textOf, all };
};

const OPF = 'EPUB/package.opf';
const words = (text: string): string => text.replaceAll(/\s+/g, '');

it('there is an EPUB of every book that may be downloaded, in four scripts', () => {
  expect(books.map(({ slug, allowsDownload }) => [slug, allowsDownload])).toEqual(
    books.map(({ slug }) => [slug, true]),
  );
  expect([...new Set(books.map(({ language }) => language))].sort()).toEqual(['en', 'hi', 'ta', 'ur']);
});

describe.each(books)('the EPUB of $slug', (book) => {
  it('is a small archive that begins with its type, and every document is well-formed', async () => {
    const { entries, isStored, textOf } = await entriesOf(book);
    expect([...entries.keys()][0]).toBe('mimetype');
    expect([isStored.has('mimetype'), textOf('mimetype')]).toEqual([true, 'application/epub+zip']);
    for (const name of entries.keys())
      if (/\.(xml|opf|xhtml)$/.test(name)) expect(() => parsed(textOf(name)), name).not.toThrow();
    expect((await readFile(book.epubPath ?? '')).length).toBeLessThan(150_000);
    expect(entries.get(COVER_NAME)?.subarray(1, 4).toString()).toBe('PNG');
  });

  it('is made of the manuscript as it is now: otherwise run `npm run epubs -w @satrangi/seed`', async () => {
    const { entries } = await entriesOf(book);
    const texts = epubTexts(book, readManuscript(await readManuscriptText(book)));
    expect([...entries.keys()]).toEqual(['mimetype', ...texts.map(({ name }) => name), COVER_NAME]);
    for (const { name, content } of texts) expect(entries.get(name)?.toString('utf8'), name).toBe(content);
  });

  it('lists every file, and reads its chapters in the order of the manuscript', async () => {
    const { entries, all } = await entriesOf(book);
    const hrefs = new Map(all(OPF, 'item').map(({ attributes: { id = '', href = '' } }) => [id, href]));
    const listed = [...hrefs.values()].map((href) => `EPUB/${href}`);
    expect(listed.sort()).toEqual(
      [...entries.keys()].filter((name) => name.startsWith('EPUB/') && name !== OPF).sort(),
    );
    const titles = [...(await readManuscriptText(book)).matchAll(/^# (?:[^:\n]{1,24}: )?(.+)$/gm)];
    const chapters = titles.map((_, index) => `chapter-${index + 1}.xhtml`);
    expect(all(OPF, 'itemref').map(({ attributes: { idref = '' } }) => hrefs.get(idref))).toEqual([
      ...['cover.xhtml', 'title.xhtml', 'nav.xhtml'],
      ...chapters,
      'colophon.xhtml',
    ]);
    expect(all('EPUB/nav.xhtml', 'a').map(({ attributes }) => attributes.href)).toEqual(chapters);
  });

  it('has the words of the manuscript, and keeps each line of verse', async () => {
    const { entries, textOf } = await entriesOf(book);
    const manuscript = await readManuscriptText(book);
    const names = [...entries.keys()].filter((name) => name.startsWith('EPUB/chapter-'));
    const text = names.map((name) => parsed(textOf(name)).text).join('');
    for (const line of manuscript.split('\n')) {
      const plain = words(
        line
          .replace(/^(#+|[|>-]) /, '')
          .replace(/^[^:]{1,24}: /, '')
          .replaceAll('*', ''),
      );
      expect(words(text)).toContain(plain);
    }
    const verses = names.flatMap((name) => [...textOf(name).matchAll(/<div class="verse">(.*?)<\/div>/gs)]);
    const lines = verses.flatMap(([, verse = '']) => [...verse.matchAll(/<p>/g)]);
    expect(lines).toHaveLength(manuscript.match(/^\| /gm)?.length ?? 0);
  });

  it('names its language and direction, and what makes it accessible', async () => {
    const { entries, all, textOf } = await entriesOf(book);
    const dir = book.language === 'ur' ? 'rtl' : 'ltr';
    for (const name of [...entries.keys()].filter((each) => each.endsWith('.xhtml')))
      expect(all(name, 'html')[0]?.attributes).toMatchObject({ lang: book.language, dir });
    expect(all(OPF, 'spine')[0]?.attributes).toEqual({ 'page-progression-direction': dir });
    for (const property of [
      'accessMode',
      'accessModeSufficient',
      'accessibilityFeature',
      'accessibilityHazard',
    ])
      expect(textOf(OPF)).toContain(`property="schema:${property}"`);
    expect(all('EPUB/cover.xhtml', 'img')[0]?.attributes.alt).toBe(book.title);
  });
});
