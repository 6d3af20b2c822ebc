/** The EPUB of an ebook, beside its PDF (decision 0151). */
import { epubEntries, epubOf, xhtmlOf, type ZipEntrySpec, zipOf } from '@satrangi/chassis/testing';
import { useFixture } from '@satrangi/chassis/use-fixture';
import { describe, expect, it } from 'vitest';
import { bootCatalog, draft, filmDraft, liveIdsOf, pdfOf, refusal } from './boot-catalog.ts';

const TYPE = 'application/epub+zip';
const blobOf = (bytes: Uint8Array): Blob => new Blob([new Uint8Array(bytes)], { type: TYPE });
const withMore = (...more: readonly ZipEntrySpec[]): Buffer => epubOf({ more });

const fixture = useFixture(bootCatalog);
const newBook = async (changes: { allowsDownload?: boolean } = {}) => {
  const { _id: id } = await fixture.editor.createEbook({ body: { ...draft, ...changes } });
  return { id };
};
const upload = (params: { id: string }, bytes: Uint8Array) =>
  fixture.editor.uploadEbookEpub({ params, files: { epub: blobOf(bytes) } });
const lastEvent = async () => (await fixture.service.publishedEvents()).at(-1)?.data;

describe('the EPUB of an ebook', () => {
  it('is stored beside the PDF, published to library, and shown to readers where downloads are allowed', async () => {
    const params = await newBook();
    const before = await fixture.editor.getEbookDraft({ params });
    expect(before).not.toHaveProperty('epubBytes');
    expect(await lastEvent()).not.toHaveProperty('epub');
    await fixture.editor.uploadEbookFile({ params, files: { file: await pdfOf(3) } });
    const book = epubOf();

    const stored = await upload(params, book);

    expect(stored).toMatchObject({ epubBytes: book.length, pages: 3, fileMimeType: 'application/pdf' });
    expect(stored.draftRevision).toBe(before.draftRevision);
    expect(await fixture.visitor.getEbook({ params })).not.toHaveProperty('epubBytes');
    const event = await lastEvent();
    expect(event).toMatchObject({ epub: { bytes: book.length, mimeType: TYPE }, file: { pages: 3 } });
    expect(await liveIdsOf(fixture, 'ebook-updated')).toContain(params.id);

    const { version } = await upload(params, book);
    expect(version).toBe(stored.version);
    await fixture.editor.updateEbook({ params, body: { ...draft, allowsDownload: true } });
    expect((await fixture.visitor.getEbook({ params })).epubBytes).toBe(book.length);
    expect(await lastEvent()).toMatchObject({ epub: { bytes: book.length }, allowsDownload: true });
  });

  it('is replaced by another one, and removed', async () => {
    const params = await newBook({ allowsDownload: true });
    await upload(params, epubOf());
    const other = epubOf({ chapter: xhtmlOf('<p>Second edition</p>') });
    expect((await upload(params, other)).epubBytes).toBe(other.length);

    const without = await fixture.editor.deleteEbookEpub({ params });
    expect(without).not.toHaveProperty('epubBytes');
    expect(await fixture.visitor.getEbook({ params })).not.toHaveProperty('epubBytes');
    expect(await lastEvent()).not.toHaveProperty('epub');
    expect(await refusal(fixture.editor.deleteEbookEpub({ params }))).toMatchObject({
      status: 404,
      message: 'EPUB not found',
    });
  });

  it('is changed by editors only, and belongs to an ebook', async () => {
    const params = await newBook();
    const files = { epub: blobOf(epubOf()) };
    expect((await refusal(fixture.reader('asha').uploadEbookEpub({ params, files }))).status).toBe(403);
    expect((await refusal(fixture.visitor.deleteEbookEpub({ params }))).status).toBe(401);
    const film = await fixture.editor.createShortFilm({ body: filmDraft });
    const issue = await fixture.editor.createMagazine({ body: draft });
    for (const { _id: id } of [film, issue])
      expect((await refusal(upload({ id }, epubOf()))).status).toBe(404);
  });

  it.each([
    [
      'an EPUB 2 with a DTD, named entities and a BOM',
      epubOf({
        chapter: `\ufeff<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd">${xhtmlOf('<p>a&nbsp;b <a href="https://example.org/">link</a></p>').replace(/^<\?.*\?>\n/, '')}`,
      }),
    ],
    [
      'a picture and a font',
      withMore(
        { name: 'OEBPS/a.png', content: Buffer.alloc(900, 7), isStored: true },
        { name: 'OEBPS/a.woff2', content: Buffer.alloc(90, 7) },
        { name: 'OEBPS/images/' },
      ),
    ],
    [
      'a drawing',
      withMore({
        name: 'OEBPS/a.svg',
        content: '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>',
      }),
    ],
  ])('may have %s', async (_name, book) => {
    expect((await upload(await newBook(), book)).epubBytes).toBe(book.length);
  });
});

const OTHER = 'Invalid file type. Please upload an EPUB file.';
const UNREADABLE = 'That EPUB can not be read. Please export it again.';
const PROTECTED = 'That EPUB is encrypted. Please export it without DRM and without encrypted fonts.';
const SCRIPTED =
  'That EPUB contains scripts or forms, which act on the devices of readers. Please export it without them.';
const REMOTE =
  'That EPUB loads parts from other sites, which would see who reads. Please put them into the file.';

const [mimetype, ...rest] = epubEntries();
const packed = (name: string, content: Buffer | string): ZipEntrySpec => ({ name, content });
const zeros = (megabytes: number): Buffer => Buffer.alloc(megabytes * 1024 * 1024);
const item = (href: string, type: string, more = ''): string =>
  `<item id="x" href="${href}" media-type="${type}" ${more}/>`;
const damaged = (): Buffer => {
  const book = epubOf({
    chapter: xhtmlOf('<p>stored</p>'),
    more: [{ name: 'a.bin', content: 'intact', isStored: true }],
  });
  book.write('broken', book.indexOf('intact'));
  return book;
};

describe('a file is refused with a clear 400 and changes nothing (attack S29)', () => {
  it.each<readonly [string, Uint8Array, string]>([
    ['an empty file', Buffer.alloc(0), OTHER],
    ['a PDF', Buffer.from('%PDF-1.7\n%%EOF'), OTHER],
    ['a ZIP', zipOf([packed('a.txt', 'x')]), OTHER],
    ['a compressed mimetype', zipOf([packed('mimetype', TYPE), ...rest]), OTHER],
    ['a mimetype that is not first', zipOf([...rest, mimetype ?? packed('', '')]), OTHER],
    [
      'another type',
      zipOf([{ name: 'mimetype', content: 'application/zip', isStored: true }, ...rest]),
      OTHER,
    ],
    ['bytes before the archive', Buffer.concat([Buffer.from('<html>'), epubOf()]), OTHER],
    ['no container', zipOf([mimetype ?? packed('', ''), ...rest.slice(1)]), UNREADABLE],
    ['a container that is not XML', epubOf({ container: '<container' }), UNREADABLE],
    ['a container that names no package', epubOf({ container: '<container/>' }), UNREADABLE],
    [
      'a package that is missing',
      epubOf({ container: epubEntries()[1]?.content?.toString().replace('book.opf', 'no.opf') ?? '' }),
      UNREADABLE,
    ],
    [
      'a package without spine',
      epubOf({
        opf:
          epubEntries()[2]
            ?.content?.toString()
            .replace(/<spine>.*<\/spine>/, '') ?? '',
      }),
      UNREADABLE,
    ],
    [
      'a package in UTF-16',
      epubOf({ opf: Buffer.from('\ufeff<package/>', 'utf16le').toString('latin1') }),
      UNREADABLE,
    ],
    ['a document that is not well-formed', epubOf({ chapter: '<html><p></html>' }), UNREADABLE],
    [
      'declared entities',
      epubOf({ chapter: `<!DOCTYPE html [<!ENTITY a "b">]>${xhtmlOf('&a;').replace(/^<\?.*\?>\n/, '')}` }),
      UNREADABLE,
    ],
    ['.. in a name', withMore(packed('../a.xhtml', 'x')), UNREADABLE],
    ['an absolute name', withMore(packed('/etc/passwd', 'x')), UNREADABLE],
    ['a link', withMore({ name: 'a', content: '/etc/passwd', mode: 0o120777 }), UNREADABLE],
    ['one name twice', withMore(packed('OEBPS/ONE.xhtml', xhtmlOf('<p>x</p>'))), UNREADABLE],
    ['10,001 entries', withMore(...Array.from({ length: 9_996 }, (_, n) => packed(`${n}`, ''))), UNREADABLE],
    ['a bomb by ratio', withMore(packed('a.png', zeros(11))), UNREADABLE],
    [
      'a bomb that declares little',
      withMore({ name: 'a.png', content: zeros(3), declared: 100 }),
      UNREADABLE,
    ],
    ['a document of 9 MB', epubOf({ chapter: xhtmlOf(`<p>${'x'.repeat(9 * 1024 * 1024)}</p>`) }), UNREADABLE],
    ['a truncated archive', epubOf().subarray(0, -8), UNREADABLE],
    ['a damaged entry', damaged(), UNREADABLE],
    ['encryption.xml', withMore(packed('META-INF/encryption.xml', '<encryption/>')), PROTECTED],
    ['rights.xml', withMore(packed('META-INF/rights.xml', '<rights/>')), PROTECTED],
    ['an encrypted entry', withMore({ name: 'a.png', content: 'x', isEncrypted: true }), PROTECTED],
    ['a script file', withMore(packed('OEBPS/a.js', 'alert(1)')), SCRIPTED],
    ['a script in the manifest', epubOf({ manifest: item('a', 'text/javascript') }), SCRIPTED],
    [
      'a scripted document',
      epubOf({ manifest: item('one.xhtml', 'application/xhtml+xml', 'properties="scripted"') }),
      SCRIPTED,
    ],
    ['a script element', epubOf({ chapter: xhtmlOf('<script>alert(1)</script>') }), SCRIPTED],
    [
      'a script in a drawing',
      withMore(packed('a.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')),
      SCRIPTED,
    ],
    [
      'a document of another name',
      epubOf({
        manifest: item('x.dat', 'application/xhtml+xml'),
        more: [packed('OEBPS/x.dat', xhtmlOf('<p onclick="alert(1)">x</p>'))],
      }),
      SCRIPTED,
    ],
    ['an event attribute', epubOf({ chapter: xhtmlOf('<p onload="alert(1)">x</p>') }), SCRIPTED],
    [
      'an address of a script',
      epubOf({ chapter: xhtmlOf('<a href=" JavaScript:alert(1)">x</a>') }),
      SCRIPTED,
    ],
    ['a frame', epubOf({ chapter: xhtmlOf('<iframe src="one.xhtml"/>') }), SCRIPTED],
    [
      'a picture on another site',
      epubOf({ chapter: xhtmlOf('<img src="https://example.org/a.png"/>') }),
      REMOTE,
    ],
    [
      'a style sheet on another site',
      epubOf({ chapter: xhtmlOf('', '<link rel="stylesheet" href="//example.org/a.css"/>') }),
      REMOTE,
    ],
    [
      'a font on another site',
      withMore(packed('OEBPS/b.css', '@font-face { src: url("https://example.org/a.woff2") }')),
      REMOTE,
    ],
    [
      'a style that loads',
      epubOf({ chapter: xhtmlOf('', '<style>@import "https://example.org/a.css";</style>') }),
      REMOTE,
    ],
    [
      'an item on another site',
      epubOf({ manifest: item('https://example.org/a.mp3', 'audio/mpeg') }),
      REMOTE,
    ],
  ])('%s', async (_name, bytes, message) => {
    const params = await newBook();
    expect(await refusal(upload(params, bytes))).toMatchObject({ status: 400, message });
    expect((await fixture.editor.getEbookDraft({ params })).version).toBe(1);
  });

  it('nothing at all', async () => {
    const params = await newBook();
    const form = new FormData();
    form.append('note', 'no file');
    const answer = await fetch(`${fixture.service.url}/admin/ebooks/${params.id}/epub`, {
      method: 'POST',
      headers: { authorization: `Bearer ${fixture.editorToken}` },
      body: form,
    });
    expect([answer.status, await answer.json()]).toMatchObject([400, { message: 'Choose an EPUB file' }]);
  });
});
