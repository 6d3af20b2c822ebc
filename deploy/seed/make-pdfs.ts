/**
 * Typesets the manuscripts in `content/ebooks` into `files`: `node make-pdfs.ts [slug …]`, all books when none
 * is named. Needs Chromium at /usr/bin/chromium; the files are kept in the repository so that seeding does not.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { readManuscriptText, readMetadata, type SeedEbook } from './src/seed-ebooks.ts';
import { chapterPages, finishPdf } from './typeset/finish.ts';
import { fontCss } from './typeset/fonts.ts';
import { type Chapter, readManuscript } from './typeset/manuscript.ts';
import { bookHtml, contentsHeading, frontMatterText } from './typeset/page.ts';

const print = async (browser: Browser, html: string): Promise<Uint8Array> => {
  const page = await browser.newPage();
  await page.setContent(html);
  await page.evaluate('document.fonts.ready.then(() => true)');
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true, outline: true, tagged: true });
  await page.close();
  return pdf;
};

const typeset = async (browser: Browser, book: SeedEbook): Promise<Uint8Array> => {
  const manuscript = await readManuscriptText(book.slug);
  const chapters: Chapter[] = readManuscript(manuscript);
  const fonts = await fontCss(manuscript + frontMatterText(book));
  const pages = await chapterPages(await print(browser, bookHtml(book, chapters, fonts, [])));
  if (pages.length !== chapters.length) {
    throw new Error(`${book.slug}: ${chapters.length} chapters written, ${pages.length} printed.`);
  }
  const printed = await print(browser, bookHtml(book, chapters, fonts, pages));
  return finishPdf(printed, book, [contentsHeading(book), ...chapters.map(({ title }) => title)]);
};

const wanted = process.argv.slice(2);
const books = (await readMetadata()).filter(({ slug }) => wanted.length === 0 || wanted.includes(slug));
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  for (const book of books) {
    const pdf = await typeset(browser, book);
    await mkdir(dirname(book.pdfPath), { recursive: true });
    await writeFile(book.pdfPath, pdf);
    process.stdout.write(`${book.slug}.pdf ${Math.round(pdf.byteLength / 1024)} kB\n`);
  }
} finally {
  await browser.close();
}
