/** The watermark of an EPUB (decision 0151). */
import { readFile } from 'node:fs/promises';
import { epubEntries, epubOf, zipOf } from '@satrangi/chassis/testing';
import { describe, expect, it } from 'vitest';
import { writeWatermarkedEpub } from '../src/epub/watermark-epub.ts';
import { epub, epubFolder, picture } from './epub-files.ts';

const CODE = '0123456789abcdef0123456789abcdef';
const { path, store, codeOf, opened } = epubFolder();

describe('writeWatermarkedEpub', () => {
  const marked = async (bytes: Uint8Array, code = CODE): Promise<Buffer> => {
    const target = path();
    await writeWatermarkedEpub(await store(bytes), target, code);
    return readFile(target);
  };
  const opf = epubEntries()[2]?.content?.toString() ?? '';

  it.each([
    ['as most programs write it', opf],
    [
      'with lines of Windows, a BOM and signs of two units',
      `\ufeff${opf.replaceAll('\n', '\r\n').replace('बरसात', '📚🌈 बरसात')}`,
    ],
    [
      'with prefixes',
      opf
        .replaceAll(/<(\/?)(package|metadata|manifest|item|spine|itemref|meta)\b/g, '<$1opf:$2')
        .replace('xmlns=', 'xmlns:opf='),
    ],
    ['with a comment that looks like an end', opf.replace('<spine>', '<!-- </spine> </metadata> --><spine>')],
    [
      'with names that are taken',
      opf
        .replace('id="one" href="one.xhtml"', 'id="copy-page" href="one.xhtml"')
        .replace('idref="one"', 'idref="copy-page"'),
    ],
  ])('marks a package %s', async (_name, text) => {
    const copy = await opened(await marked(epubOf({ opf: text })));
    expect(copy.names[0]).toBe('mimetype');
    expect(copy.identifiers).toEqual([expect.stringMatching(/^urn:uuid:/), `copymark:${CODE}`]);
    expect(copy.pages.map(({ href }) => href)).toEqual(['one.xhtml', 'copy.xhtml']);
    expect(copy.pages.at(-1)?.text.split('\n').at(-1)).toBe(`Copy ${CODE}`);
  });

  it('keeps every other entry, and leaves a page of the same name alone', async () => {
    const book = epubOf({
      more: [
        { name: 'OEBPS/copy.xhtml', content: '<html/>' },
        { name: 'OEBPS/a.png', content: picture },
      ],
    });
    const [before, after] = [await opened(book), await opened(await marked(book))];
    for (const [name, content] of before.contents)
      if (name !== 'OEBPS/book.opf') expect(after.contents.get(name)?.equals(content)).toBe(true);
    expect(after.names).toEqual([...before.names, 'OEBPS/copy-1.xhtml']);
  });

  it('has the same bytes for the same code', async () => {
    expect((await marked(epub)).equals(await marked(epub))).toBe(true);
    expect((await marked(epub)).equals(await marked(epub, 'f'.repeat(32)))).toBe(false);
  });

  it('survives a rewrite by another program that keeps only one of the two places', async () => {
    const { contents } = await opened(await marked(epub));
    for (const lost of ['OEBPS/book.opf', 'OEBPS/copy.xhtml']) {
      const rest = [...contents]
        .filter(([name]) => name !== lost)
        .map(([name, content]) => ({ name, content }));
      expect(await codeOf(zipOf(rest))).toBe(CODE);
    }
    expect(await codeOf(epub)).toBeNull();
    expect(await codeOf(Buffer.from('no book'))).toBeNull();
  });
});
