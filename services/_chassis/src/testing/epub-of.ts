import { type ZipEntrySpec, zipOf } from './zip-of.ts';

type EpubParts = {
  readonly container?: string;
  readonly opf?: string;
  /** The text of the only chapter. */
  readonly chapter?: string;
  /** Elements at the end of the manifest. */
  readonly manifest?: string;
  readonly more?: readonly ZipEntrySpec[];
};

const CONTAINER = `<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
  <rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>`;

const opfOf = (manifest: string): string => `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="hi">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
    <dc:identifier id="id">urn:uuid:0b0e2b3c-3f52-4c1e-9a0e-000000000001</dc:identifier>
    <dc:title>बरसात के बाद</dc:title>
    <dc:language>hi</dc:language>
    <meta property="dcterms:modified">2026-01-01T00:00:00Z</meta>
  </metadata>
  <manifest>
    <item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
    <item id="one" href="one.xhtml" media-type="application/xhtml+xml"/>
    <item id="css" href="book.css" media-type="text/css"/>${manifest}
  </manifest>
  <spine><itemref idref="one"/></spine>
</package>`;

export const xhtmlOf = (body: string, head = ''): string => `<?xml version="1.0" encoding="utf-8"?>
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>One</title>${head}</head><body>${body}</body></html>`;

/** The entries of a small EPUB 3 with one chapter. */
export const epubEntries = ({
  container = CONTAINER,
  manifest = '',
  opf = opfOf(manifest),
  chapter = xhtmlOf('<p>पहली बूँद &amp; दूसरी</p>'),
  more = [],
}: EpubParts = {}): ZipEntrySpec[] => [
  { name: 'mimetype', content: 'application/epub+zip', isStored: true },
  { name: 'META-INF/container.xml', content: container },
  { name: 'OEBPS/book.opf', content: opf },
  {
    name: 'OEBPS/nav.xhtml',
    content: xhtmlOf(
      '<nav epub:type="toc" xmlns:epub="http://www.idpf.org/2007/ops"><ol><li><a href="one.xhtml">One</a></li></ol></nav>',
    ),
  },
  { name: 'OEBPS/one.xhtml', content: chapter },
  { name: 'OEBPS/book.css', content: 'p { margin: 0 }' },
  ...more,
];

/** A small EPUB 3 with one chapter. */
export const epubOf = (parts: EpubParts = {}): Buffer => zipOf(epubEntries(parts));
