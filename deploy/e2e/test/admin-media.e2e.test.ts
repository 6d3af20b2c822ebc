/** The tab Media in Chromium against the real services: what it looks like, and a day's work by keyboard. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { catalogApi, createClient, databaseName } from '@satrangi/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectFine, openDesk, waitForTab, widthsInTurn } from './support/back-office.ts';
import { chromiumPath, saveForReview } from './support/browser.ts';
import { press, stepTo, tabTo } from './support/keyboard.ts';
import { useBrowser, usePlatform } from './support/opened.ts';

const platform = usePlatform();
const browser = useBrowser();

const editor = () => createClient(catalogApi, { baseUrl: platform.api, token: () => platform.admin.token });
/** The stored item with a title. */
const storedItem = (title: string) =>
  platform.mongo.db(databaseName('catalog')).collection('media').findOne({ title });

const looks = [
  ['list', '?tab=media'],
  ['drawer', '?tab=media&open='],
  ['new', '?tab=media&open=new'],
] as const;

describe.skipIf(!chromiumPath)('the tab Media', () => {
  beforeAll(async () => {
    const common = { description: 'A film of a platform.', format: 'video', priceINR: 150 } as const;
    await editor().createDocumentary({
      body: {
        ...common,
        title: 'बरसात के बाद',
        language: 'hi',
        director: 'Meera Sahni',
        collection: 'archives',
        fileFollows: true,
        cover: { motif: 'monsoon', ground: 'neel', figure: 'haldi', accent: 'firoza' },
      },
    });
    await editor().createShortFilm({
      body: {
        ...common,
        title: 'Platform No. 6',
        director: 'Shabnam Qureshi',
        driveLink: 'https://drive.google.com/file/d/1234567890nobody/view',
      },
    });
  });

  it.each(
    looks.flatMap(([name, query], turn) => widthsInTurn(turn).map((width) => [name, width, query] as const)),
  )('%s at %i px: nothing overflows, axe finds nothing (ADM-06, ADM-08)', async (name, width, query) => {
    await using visitor = await openDesk(browser, platform, platform.admin, width);
    const page = await visitor.newPage();
    const opened = name === 'drawer' ? `ebook:${platform.books.cheap}` : '';
    await page.goto(`${platform.url}/admin${query}${opened}`);
    await waitForTab(page, 'Media');
    if (name !== 'list') await page.getByRole('form').waitFor();
    await expectFine(page, `media-${name}`);
    expect(visitor.problems).toEqual([]);
  });

  it('works by keyboard alone: edit in place, feature, delete and undo (ADM-07, ADM-09)', async () => {
    await using visitor = await openDesk(browser, platform, platform.admin);
    const page = await visitor.newPage();
    await page.goto(`${platform.url}/admin?tab=media&sort=title`);
    await waitForTab(page, 'Media');
    await stepTo(page, /cheap/);
    await page.keyboard.press('e');
    await page.keyboard.press('End');
    await page.keyboard.type('er');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('120');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'cheaper', exact: true }).waitFor();
    expect(await storedItem('cheaper')).toMatchObject({ priceINR: 120, author: 'Nobody' });

    for (const name of ['cheaper', 'dear', 'free']) {
      await stepTo(page, new RegExp(name));
      await page.keyboard.press('f');
      await expect.poll(async () => (await storedItem(name))?.featured, { timeout: 10_000 }).toBe(true);
    }
    await page.getByText('3 of 3').waitFor();
    await stepTo(page, /unpriced/);
    await page.keyboard.press('f');
    await page
      .getByRole('alert')
      .filter({ hasText: 'You can only select up to 3 featured publications.' })
      .waitFor();
    expect(await page.getByRole('switch', { name: 'Featured: unpriced' }).isChecked()).toBe(false);
    expect((await storedItem('unpriced'))?.featured).toBe(false);

    await stepTo(page, /dear/);
    await page.keyboard.press('Delete');
    await page.getByRole('dialog', { name: 'Delete ‘dear’?' }).waitFor();
    await tabTo(page, /^button Delete$/);
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await storedItem('dear'))?.status, { timeout: 10_000 }).toBe('withdrawn');
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await storedItem('dear'))?.status, { timeout: 10_000 }).toBe('published');
    await page.getByRole('row', { name: /dear/ }).waitFor();
    expect(visitor.problems).toEqual([]);
  });

  it('adds a film from Drive, after the check, and a thumbnail and a file to a book (ADM-10 to ADM-13)', async () => {
    await using visitor = await openDesk(browser, platform, platform.admin);
    const page = await visitor.newPage();
    await page.goto(`${platform.url}/admin?tab=media`);
    await waitForTab(page, 'Media');
    await page.keyboard.press('n');
    const form = page.getByRole('form');
    await form.getByLabel('Type').selectOption('short-film');
    await form.getByLabel('Title (required)').fill('The Ironing Table');
    await form.getByLabel('Description (required)').fill('A tailor and a letter.');
    await form.getByLabel('Director (required)').fill('Meher Daruwalla');
    const link = form.getByLabel('Google Drive link');
    await link.fill('https://drive.google.com/file/d/abcdefghij-none/view');
    await form.getByRole('button', { name: 'Check link' }).click();
    await form.getByText('File not found').waitFor();
    await page.keyboard.press('ControlOrMeta+s');
    await form.getByText('Please fix the Google Drive link verification error before saving.').waitFor();

    const content = readFileSync(
      fileURLToPath(new URL('../../seed/files/seven-ways-home.pdf', import.meta.url)),
    );
    const upload = new FormData();
    upload.append('file', new Blob([new Uint8Array(content)], { type: 'video/mp4' }), 'film.mp4');
    const response = await fetch(`${platform.url}/sandbox/drive/files`, { method: 'POST', body: upload });
    const shared = (await response.json()) as { link: string };
    await link.fill(shared.link);
    await page.keyboard.press('ControlOrMeta+s');
    await form.getByText('Drive link changed. Please verify the new link before saving.').waitFor();
    await form.getByRole('button', { name: 'Check link' }).click();
    await form.getByText(/^Checked: film\.mp4/).waitFor();
    await page.keyboard.press('ControlOrMeta+s');
    await page.waitForURL(/open=shortfilm/);
    expect(await storedItem('The Ironing Table')).toMatchObject({
      driveLink: shared.link,
      mediaType: 'short-film',
    });

    await page.goto(`${platform.url}/admin?tab=media&open=ebook:${platform.books.unpriced}`);
    const files = page.getByRole('region', { name: 'Files' });
    const pixel =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    await files
      .getByLabel('Thumbnail')
      .setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') });
    await files.getByText('cover.png is stored.').waitFor();
    await files.getByText(/not about 1\.6:1/).waitFor();
    await files
      .getByLabel('PDF')
      .setInputFiles({ name: 'book.txt', mimeType: 'text/plain', buffer: Buffer.from('no book') });
    await files.getByText(/^The file was not stored: /).waitFor();
    expect((await storedItem('unpriced'))?.thumbnail).toMatchObject({ mimeType: 'image/png' });
    expect(visitor.problems).toEqual([]);
  });

  it('saves a view of a list, finds it by the palette, and acts on all items that match, by keyboard', async () => {
    const many = 12;
    for (let n = 0; n < many; n += 1)
      await editor().createShortFilm({
        body: {
          title: `Reel ${n}`,
          director: 'Meher Daruwalla',
          description: 'A reel.',
          format: 'video',
          priceINR: 50,
          fileFollows: true,
        },
      });
    await using visitor = await openDesk(browser, platform, platform.admin);
    const page = await visitor.newPage();
    await page.goto(`${platform.url}/admin?tab=media&q=Reel&size=10&page=2`);
    await waitForTab(page, 'Media');
    await press(page, /^button Save view$/);
    await page.getByLabel('Name of the view').waitFor();
    await page.keyboard.type('All reels');
    await expectFine(page, 'media-save-view');
    await page.keyboard.press('Enter');
    const view = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: /^All reels/ });
    await view.filter({ hasText: String(many) }).waitFor();
    expect(await view.getAttribute('aria-current')).toBe('page');
    await press(page, /^button Rename or delete views$/);
    await page.getByRole('dialog', { name: 'Saved views' }).waitFor();
    await expectFine(page, 'media-saved-views');
    await page.keyboard.press('Escape');

    await page.goto(`${platform.url}/admin?tab=blogs`);
    await waitForTab(page, 'Blogs');
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Search or run a command' }).waitFor();
    await page.keyboard.type('all reels');
    await page.getByRole('option', { name: /All reels.*saved view/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/tab=media&q=Reel&size=10$/);
    await waitForTab(page, 'Media');

    await page.getByRole('row', { name: /Reel/ }).first().focus();
    await page.keyboard.press('ControlOrMeta+a');
    const bar = page.getByRole('toolbar', { name: 'Chosen rows' });
    await bar.getByText('10 selected').waitFor();
    await press(page, new RegExp(`^button Select all ${many} that match$`));
    await bar.getByText(`All ${many} that match selected`).waitFor();
    await expectFine(page, 'media-all-matching');
    await press(page, /^button Move to Archives$/);
    await page.getByRole('dialog', { name: `Move to Archives: all ${many} items that match?` }).waitFor();
    await expectFine(page, 'media-all-matching-question');
    await press(page, new RegExp(`^button Change ${many}$`));
    await page.getByText(`${many} done, 0 refused, 0 left`).waitFor();
    await expectFine(page, 'media-all-matching-done');
    const archived = { title: /^Reel /, collection: 'archives' };
    expect(
      await platform.mongo.db(databaseName('catalog')).collection('media').countDocuments(archived),
    ).toBe(many);
    const kept = (await page.evaluate('JSON.stringify({ ...localStorage })')) as string;
    expect(kept).toContain('All reels');
    expect(visitor.problems).toEqual([]);

    await using phone = await openDesk(browser, platform, platform.admin, 360);
    const small = await phone.newPage();
    await small.goto(`${platform.url}/admin?tab=media&q=Reel&size=10`);
    await waitForTab(small, 'Media');
    await small.getByRole('button', { name: 'Save view' }).click();
    await small.getByLabel('Name of the view').fill('Reels');
    await small.getByRole('button', { name: 'Save', exact: true }).click();
    await expectFine(small, 'media-saved-views');
    await small
      .getByRole('checkbox', { name: /^Select Reel/ })
      .first()
      .check();
    await expectFine(small, 'media-bulk');
  });

  it('keeps head, first column and actions in view; a column is hidden and rows made compact by keyboard', async () => {
    await using visitor = await openDesk(browser, platform, platform.admin, 800);
    const page = await visitor.newPage();
    await page.setViewportSize({ width: 800, height: 500 });
    await page.goto(`${platform.url}/admin?tab=media&sort=title`);
    await waitForTab(page, 'Media');
    /** Where head, first cell and actions of the last row are in the frame, before and after it is scrolled. */
    const places = `(() => {
      const frame = document.querySelector('section[aria-label=Media]');
      const row = frame.querySelector('tbody tr:last-child');
      const at = () => {
        const box = frame.getBoundingClientRect();
        return {
          head: Math.round(frame.querySelector('th[data-pin=start]').getBoundingClientRect().top - box.top),
          first: Math.round(row.querySelector('[data-pin=start]').getBoundingClientRect().left - box.left),
          end: Math.round(box.left + frame.clientWidth - row.querySelector('[data-pin=end]').getBoundingClientRect().right),
        };
      };
      const before = at();
      frame.scrollTo(300, 200);
      return { before, after: at(), scrolled: frame.scrollLeft > 0 && frame.scrollTop > 0 };
    })()`;
    const { before, after, scrolled } = (await page.evaluate(places)) as Record<string, unknown>;
    expect(scrolled).toBe(true);
    expect(after).toEqual(before);
    await saveForReview(page, 'admin-media-scrolled-800');

    const rowHeight = `Math.round(document.querySelector('tr[data-row]').getBoundingClientRect().height)`;
    expect(await page.evaluate(rowHeight)).toBe(44);
    await press(page, /^button Columns$/);
    await tabTo(page, /^input Creator$/);
    await page.keyboard.press(' ');
    await press(page, /^button Move Price left$/);
    await tabTo(page, /^input Comfortable$/);
    await page.keyboard.press('ArrowDown');
    await expectFine(page, 'media-columns');
    await press(page, /^button Done$/);
    const heads = async (): Promise<string> =>
      (await page.getByRole('columnheader').allTextContents()).join(' ').trim();
    expect(await heads()).toMatch(/^Title. Price Type Media Location Preview Featured Actions$/);
    expect(await page.evaluate(rowHeight)).toBe(36);
    await page.reload();
    await waitForTab(page, 'Media');
    expect(await heads()).toMatch(/^Title. Price Type/);
    await page.setViewportSize({ width: 360, height: 800 });
    await expectFine(page, 'media-cards');
    await page.getByRole('button', { name: 'Show as table' }).click();
    await expectFine(page, 'media-as-table');
    expect(visitor.problems).toEqual([]);
  });
});
