import { createHash } from 'node:crypto';
import type { Chapter } from './manuscript.ts';
import { contentsHeading, escapeHtml, imprintOf, inItsLanguage, isRightToLeft, langOf } from './page.ts';
import { byline, type Printed } from './printed.ts';

/** A text file of an EPUB, by its path in the archive. */
export type EpubText = { readonly name: string; readonly content: string };

export const COVER_NAME = 'EPUB/cover.png';

const XML = '<?xml version="1.0" encoding="utf-8"?>';

const CONTAINER = `${XML}
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`;

/** Reading programs choose font and size; lines of verse that are too long hang. */
const CSS = `body { margin: 0 5%; line-height: 1.6; }
html[lang="ur"] body { line-height: 2.2; }
h1, h2 { line-height: 1.3; }
html[lang="ur"] h1, html[lang="ur"] h2 { line-height: 2; }
h1 { font-size: 1.5em; margin: 0 0 1.2em; }
h2 { font-size: 1.15em; margin: 1.8em 0 0.6em; }
p { margin: 0; }
p + p { text-indent: 1.3em; }
.kicker { font-size: 0.85em; margin: 2em 0 0.2em; }
.lines, .note { margin: 0.9em 0; text-indent: 0; }
.note { padding: 0 1.1em; }
.verse { margin: 0 0 1.2em; break-inside: avoid; }
.verse p { padding-inline-start: 1.6em; text-indent: -1.6em; }
hr { width: 2em; margin: 1.2em auto; border: 0; border-top: 1px solid; }
.front { text-align: center; margin-top: 20%; }
.front p { text-indent: 0; margin-top: 1em; }
.imprint p { text-indent: 0; margin-top: 0.6em; font-size: 0.85em; }
.cover { margin: 0; text-align: center; }
.cover img { max-width: 100%; max-height: 100%; }
`;

/** The HTML of a manuscript as XHTML. Each line of verse is a paragraph, which stays one without the style sheet. */
const xhtmlOf = (html: string): string =>
  html
    .replaceAll('<br>', '<br/>')
    .replaceAll(/<p class="verse">(.*?)<\/p>/gs, (_, lines: string) => {
      const paragraphs = lines.replaceAll('<span>', '<p>').replaceAll('</span>', '</p>');
      return `<div class="verse">${paragraphs}</div>`;
    })
    .replaceAll('<p class="pause" aria-hidden="true">·</p>', '<hr/>');

type Page = { readonly name: string; readonly title: string; readonly body: string };

const pageText = (book: Printed, { title, body }: Omit<Page, 'name'>): string => `${XML}
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${book.language}" xml:lang="${book.language}" dir="${isRightToLeft(book) ? 'rtl' : 'ltr'}">
<head><title>${escapeHtml(title)}</title><link rel="stylesheet" href="book.css"/></head>
<body>
${body}
</body>
</html>
`;

const chapterPage = (book: Printed, chapter: Chapter): Page => {
  const { id, kicker, title, html } = chapter;
  const text = xhtmlOf(book.language === 'en' ? inItsLanguage(html) : html);
  const lang = langOf(book, chapter);
  return {
    name: `${id}.xhtml`,
    title,
    body: `<section epub:type="chapter" role="doc-chapter" aria-labelledby="${id}"${lang}${lang.replace(' ', ' xml:')}>
${kicker ? `<p class="kicker">${escapeHtml(kicker)}</p>\n` : ''}<h1 id="${id}">${escapeHtml(title)}</h1>
${text}
</section>`,
  };
};

const titlePage = (book: Printed): Page => {
  const altLang = book.language === 'en' ? 'mr' : 'en';
  const alt = book.altTitle
    ? `\n<p lang="${altLang}" xml:lang="${altLang}" dir="ltr">${escapeHtml(book.altTitle)}</p>`
    : '';
  return {
    name: 'title.xhtml',
    title: book.title,
    body: `<section class="front" epub:type="titlepage">
<h1>${escapeHtml(book.title)}</h1>${alt}
<p>${escapeHtml(byline(book))}</p>
<p lang="en" xml:lang="en" dir="ltr">Satrangi</p>
</section>`,
  };
};

const coverPage = (book: Printed): Page => ({
  name: 'cover.xhtml',
  title: book.title,
  body: `<section class="cover" epub:type="cover"><img src="cover.png" role="doc-cover" alt="${escapeHtml(book.title).replaceAll('"', '&quot;')}"/></section>`,
});

const imprintPage = (book: Printed): Page => ({
  name: 'colophon.xhtml',
  title: book.title,
  body: `<section class="imprint" epub:type="colophon" role="doc-colophon">
${imprintOf(book)
  .map((line) => `<p>${escapeHtml(line)}</p>`)
  .join('\n')}
</section>`,
});

const navPage = (book: Printed, chapters: readonly Page[]): Page => {
  const heading = contentsHeading(book);
  const entries = chapters.map(({ name, title }) => `<li><a href="${name}">${escapeHtml(title)}</a></li>`);
  return {
    name: 'nav.xhtml',
    title: heading,
    body: `<nav epub:type="toc" role="doc-toc" aria-labelledby="toc">
<h1 id="toc">${heading}</h1>
<ol>
${entries.join('\n')}
</ol>
</nav>`,
  };
};

/** An id that stays the same when the file is made again. */
const uuidOf = (slug: string): string => {
  const hex = createHash('sha256').update(`epub ${slug}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

const FEATURES = [
  'tableOfContents',
  'structuralNavigation',
  'readingOrder',
  'displayTransformability',
  'alternativeText',
];
const SUMMARY =
  'Text that reflows, with headings, a table of contents and a description of its only picture.';

const accessibility = [
  ['accessMode', 'textual'],
  ['accessMode', 'visual'],
  ['accessModeSufficient', 'textual'],
  ...FEATURES.map((feature) => ['accessibilityFeature', feature]),
  ['accessibilityHazard', 'none'],
  ['accessibilitySummary', SUMMARY],
].map(([property, value]) => `<meta property="schema:${property}" xml:lang="en" dir="ltr">${value}</meta>`);

const packageText = (book: Printed, pages: readonly Page[]): string => {
  const isRtl = isRightToLeft(book);
  const itemOf = ({ name }: Page): string =>
    `<item id="${name.replace('.xhtml', '')}" href="${name}" media-type="application/xhtml+xml"${name === 'nav.xhtml' ? ' properties="nav"' : ''}/>`;
  const refOf = ({ name }: Page): string =>
    `<itemref idref="${name.replace('.xhtml', '')}"${name === 'cover.xhtml' ? ' linear="no"' : ''}/>`;
  return `${XML}
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${book.language}"${isRtl ? ' dir="rtl"' : ''}>
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:${uuidOf(book.slug)}</dc:identifier>
<dc:title>${escapeHtml(book.title)}</dc:title>
<dc:creator>${escapeHtml(byline(book))}</dc:creator>
<dc:language>${book.language}</dc:language>
<dc:publisher xml:lang="en" dir="ltr">Satrangi</dc:publisher>
<dc:date>${book.year}</dc:date>
<dc:description>${escapeHtml(book.tagline)}</dc:description>
<meta property="dcterms:modified">${book.year}-01-01T00:00:00Z</meta>
${accessibility.join('\n')}
</metadata>
<manifest>
${pages.map(itemOf).join('\n')}
<item id="css" href="book.css" media-type="text/css"/>
<item id="cover-image" href="cover.png" media-type="image/png" properties="cover-image"/>
</manifest>
<spine page-progression-direction="${isRtl ? 'rtl' : 'ltr'}">
${pages.map(refOf).join('\n')}
</spine>
</package>
`;
};

/** The text files of an EPUB 3 of a book, without fonts: one file for each chapter. Its cover is a picture beside them. */
export const epubTexts = (book: Printed, chapters: readonly Chapter[]): EpubText[] => {
  const texts = chapters.map((chapter) => chapterPage(book, chapter));
  const pages = [coverPage(book), titlePage(book), navPage(book, texts), ...texts, imprintPage(book)];
  return [
    { name: 'META-INF/container.xml', content: CONTAINER },
    { name: 'EPUB/package.opf', content: packageText(book, pages) },
    { name: 'EPUB/book.css', content: CSS },
    ...pages.map((page) => ({ name: `EPUB/${page.name}`, content: pageText(book, page) })),
  ];
};
