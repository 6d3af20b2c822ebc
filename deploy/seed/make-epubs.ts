/**
 * Makes an EPUB of each book that may be downloaded, from its manuscript in `content/ebooks`, into `files`:
 * `node make-epubs.ts [slug …]`, all by default. Needs Chromium for the covers; the files are committed.
 */
import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { type Browser, chromium } from 'playwright-core';
import { ZipFile } from 'yazl';
import { readManuscriptText, readMetadata, type SeedEbook } from './src/seed-ebooks.ts';
import { COVER_NAME, epubTexts } from './typeset/epub.ts';
import { coverSize, epubCoverHtml } from './typeset/epub-cover.ts';
import { fontCss } from './typeset/fonts.ts';
import { readManuscript } from './typeset/manuscript.ts';
import { frontMatterText } from './typeset/page.ts';

/** The same file for the same manuscript: local time, because archives store no zone. */
const FIXED = { mtime: new Date(2000, 0, 1), mode: 0o100644, forceDosTimestamp: true };

const drawCover = async (browser: Browser, book: SeedEbook): Promise<Buffer> => {
  const page = await browser.newPage({ viewport: coverSize });
  await page.setContent(epubCoverHtml(book, await fontCss(frontMatterText(book))));
  await page.evaluate('document.fonts.ready.then(() => true)');
  const picture = await page.screenshot({ type: 'png' });
  await page.close();
  return picture;
};

const make = async (browser: Browser, book: SeedEbook): Promise<Buffer> => {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from('application/epub+zip'), 'mimetype', { ...FIXED, compress: false });
  for (const { name, content } of epubTexts(book, readManuscript(await readManuscriptText(book))))
    zip.addBuffer(Buffer.from(content), name, FIXED);
  zip.addBuffer(await drawCover(browser, book), COVER_NAME, FIXED);
  zip.end();
  return buffer(zip.outputStream);
};

const wanted = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  for (const book of await readMetadata()) {
    if (!book.epubPath || (wanted.length > 0 && !wanted.includes(book.slug))) continue;
    const epub = await make(browser, book);
    await writeFile(book.epubPath, epub);
    process.stdout.write(`${book.slug}.epub ${Math.round(epub.byteLength / 1024)} kB\n`);
  }
} finally {
  await browser.close();
}
