/** Downloads of bought books (decisions 0141 and 0151). */
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { registerReader } from './support/api-client.ts';
import { axeViolations } from './support/axe.ts';
import { chromiumPath, openVisitor, saveForReview, signIn } from './support/browser.ts';
import { useShopInChromium } from './support/opened.ts';
import { booksForSale, newUser, payInCashfree, startPaying } from './support/purchase-flow.ts';

const WIDTHS = [360, 1280] as const;
const offer = (page: Page) =>
  page.getByRole('button', { name: /^Download your copy \(PDF, [\d.]+ [kM]B\)$/ });
const epubOffer = (page: Page) => page.getByRole('button', { name: /^Download the EPUB \([\d.]+ [kM]B\)$/ });

/** The text of the first entry of an archive with such a name. */
const textIn = async (archive: Buffer, name: RegExp): Promise<string> => {
  const zip = await fromBufferPromise(archive, { lazyEntries: true });
  for await (const entry of zip.eachEntry())
    if (name.test(entry.fileName)) return text(await zip.openReadStreamPromise(entry));
  throw new Error(`no entry ${name}`);
};

describe.skipIf(!chromiumPath)('the download of a bought book in Chromium', () => {
  const here = useShopInChromium();

  /** Presses the button of the page. @returns name and bytes of the downloaded file */
  const downloaded = async (
    page: Page,
    button: Locator = offer(page),
  ): Promise<{ name: string; bytes: Buffer }> => {
    const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };
  const isTooWide = (page: Page) =>
    page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

  it('is offered to its buyer on a phone and a computer: one marked copy with a neutral name', async () => {
    const books = await booksForSale(here.shop.url);
    const book = books.find(({ allowsDownload, epubBytes }) => allowsDownload && epubBytes);
    if (!book) throw new Error('no book may be downloaded');
    const person = newUser();
    await registerReader(here.shop.url, person);
    const files: { name: string; bytes: Buffer }[] = [];
    const epubs: { name: string; bytes: Buffer }[] = [];
    for (const width of WIDTHS) {
      await using visitor = await openVisitor(here.browser, here.shop.url, {
        viewport: { width, height: 780 },
        acceptDownloads: true,
      });
      const page = await visitor.newPage();
      await signIn(page, here.shop.url, person);
      await page.goto(`${here.shop.url}/ebook/${book._id}`);
      if (files.length === 0) {
        await page.getByRole('button', { name: 'Save for later' }).waitFor();
        expect(await offer(page).count()).toBe(0);
        await page.getByRole('button', { name: 'Buy eBook' }).first().click();
        await startPaying(page);
        await payInCashfree(page);
        await page.getByRole('heading', { name: "It's yours" }).waitFor();
        await page.goto(`${here.shop.url}/ebook/${book._id}`);
      }
      await offer(page).scrollIntoViewIfNeeded();
      expect(await isTooWide(page)).toBe(false);
      expect(await axeViolations(page)).toEqual([]);
      await saveForReview(page, `download-${width}`);
      files.push(await downloaded(page));
      epubs.push(await downloaded(page, epubOffer(page)));
      expect(visitor.problems).toEqual([]);
    }

    expect(files.map(({ name }) => name)).toEqual(['book.pdf', 'book.pdf']);
    const [first, second] = files.map(({ bytes }) => bytes);
    expect(first?.length).toBeGreaterThan(book.fileBytes ?? 0);
    expect(first?.subarray(0, 5).toString('latin1')).toBe('%PDF-');
    expect(first?.toString('latin1')).toMatch(/\/CopyMark \/[0-9a-f]{32}/);
    expect(second?.equals(first ?? Buffer.alloc(0))).toBe(true);

    expect(epubs.map(({ name }) => name)).toEqual(['book.epub', 'book.epub']);
    const [epub, again] = epubs.map(({ bytes }) => bytes);
    expect(again?.equals(epub ?? Buffer.alloc(0))).toBe(true);
    expect(epub?.subarray(30, 58).toString('latin1')).toBe('mimetypeapplication/epub+zip');
    const opf = await textIn(epub ?? Buffer.alloc(0), /\.opf$/);
    const code = /\/CopyMark \/([0-9a-f]{32})/.exec(first?.toString('latin1') ?? '')?.[1];
    expect(opf).toContain(`<dc:title>${book.title}</dc:title>`);
    expect(opf).toContain(`copymark:${code}`);
  });
});
