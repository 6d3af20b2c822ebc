/**
 * Typesets the manuscripts in `content/ebooks` and `content/magazines` into `files`: `node make-pdfs.ts [slug …]`,
 * all by default. Needs Chromium at /usr/bin/chromium; the files are committed so that seeding does not.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { filesFolder } from './src/recording.ts';
import { readManuscriptText, readMetadata } from './src/seed-ebooks.ts';
import { readMagazines, readText } from './src/seed-media.ts';
import { chapterPages, finishPdf } from './typeset/finish.ts';
import { fontCss } from './typeset/fonts.ts';
import { type Chapter, readManuscript } from './typeset/manuscript.ts';
import { bookHtml, contentsHeading, frontMatterText } from './typeset/page.ts';
import type { Printed } from './typeset/printed.ts';

const print = async (browser: Browser, html: string): Promise<Uint8Array> => {
  const page = await browser.newPage();
  await page.setContent(html);
  await page.evaluate('document.fonts.ready.then(() => true)');
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true, outline: true, tagged: true });
  await page.close();
  return pdf;
};

const typeset = async (browser: Browser, book: Printed, manuscript: string): Promise<Uint8Array> => {
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
const isWanted = ({ slug }: Printed): boolean => wanted.length === 0 || wanted.includes(slug);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});

const make = async (work: Printed, manuscript: string): Promise<void> => {
  const pdf = await typeset(browser, work, manuscript);
  await writeFile(join(filesFolder, `${work.slug}.pdf`), pdf);
  process.stdout.write(`${work.slug}.pdf ${Math.round(pdf.byteLength / 1024)} kB\n`);
};

try {
  for (const book of (await readMetadata()).filter(isWanted))
    await make(book, await readManuscriptText(book));
  for (const issue of (await readMagazines()).filter(isWanted))
    await make(issue, await readText('magazine', issue.slug));
} finally {
  await browser.close();
}
