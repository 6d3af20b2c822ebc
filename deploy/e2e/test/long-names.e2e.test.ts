/** Titles and names of any length stay inside their place, and titles of all shapes begin on one line. */
import { catalogApi, createClient, identityApi } from '@satrangi/contracts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, openVisitor } from './support/browser.ts';
import { EDITOR, startShop } from './support/npm-start.ts';
import { useShopInChromium } from './support/opened.ts';

const AUTHOR = 'Venkatanarasimharajuvaripeta Subrahmanyam-Krishnamurthy Iyer';
const TITLE =
  'Thiruvananthapuram-Kanyakumari Passenger: Everything We Never Said Between Two Very Long Stations';
const books = [
  { title: TITLE, author: AUTHOR, language: 'en' },
  {
    title: 'தென்னிந்தியத் திரைப்படக் கலைஞர்களின் வாழ்க்கைவரலாற்றுக் குறிப்புகளும் நினைவுகளும்',
    author: 'மீனாட்சிசுந்தரேஸ்வரர் திருவேங்கடநாதன்',
    language: 'ta',
  },
  {
    title: 'وہ تمام خطوط جو ہم نے کبھی ایک دوسرے کو لکھے اور پھر بارش کی رات میں جلا دیے تھے',
    author: 'ڈاکٹر محمد عبدالرحمٰن صدیقی لکھنوی',
    language: 'ur',
  },
];
/** A width of 1280 px at 400 %, a phone, and a computer. */
const WIDTHS = [320, 360, 1280];

describe.skipIf(!chromiumPath)('titles and names of any length', () => {
  const opened = useShopInChromium(() => startShop({ SEED: 'off' }));
  let bookPaths: string[];

  beforeAll(async () => {
    const baseUrl = `${opened.shop.url}/api`;
    const { token } = await createClient(identityApi, { baseUrl }).login({ body: EDITOR });
    const catalog = createClient(catalogApi, { baseUrl, token: () => token });
    const draft = { description: 'What happens in it, in a few words.', year: 2026, priceINR: 12_345 };
    const made = [];
    for (const book of books)
      made.push(await catalog.createEbook({ body: { ...draft, ...book, formats: ['text'] } }));
    bookPaths = made.map(({ _id }) => `/ebook/${_id}`);
    await catalog.createShortFilm({
      body: {
        ...draft,
        title: 'A film',
        director: AUTHOR,
        language: 'en',
        formats: ['video'],
        videoUrl: 'https://films.example/a-film.mp4',
      },
    });
  });

  const open = async (page: Page, path: string): Promise<void> => {
    await page.goto(opened.shop.url + path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.evaluate('document.fonts.ready.then(() => undefined)');
  };

  it.each(WIDTHS)('no page scrolls sideways at %i px', async (width) => {
    await using visitor = await openVisitor(opened.browser, opened.shop.url, {
      viewport: { width, height: 740 },
    });
    const page = await visitor.newPage();
    const name = encodeURIComponent(AUTHOR);
    const paths = ['/', '/e-books', '/search', '/digital-library', ...bookPaths];
    const wide: string[] = [];
    for (const path of [...paths, `/people/${name}`, `/people/${name}z`, `/series/${name}`]) {
      await open(page, path);
      const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      if (Number(over) > 0) wide.push(`${path}: ${over} px`);
    }
    expect(wide).toEqual([]);
  });

  it('stay on their spine, and fill the plate of a title without a cover', async () => {
    await using visitor = await openVisitor(opened.browser, opened.shop.url, {
      viewport: { width: 1280, height: 800 },
    });
    const page = await visitor.newPage();
    await open(page, '/');
    const spines = page.locator('[data-binding]');
    await spines.first().waitFor();
    expect(
      await page.evaluate(`[...document.querySelectorAll('[data-binding]')].filter((spine) =>
        spine.querySelector('b').getBoundingClientRect().bottom > spine.getBoundingClientRect().bottom).length`),
    ).toBe(0);

    await open(page, '/e-books');
    const plates = `[...document.querySelectorAll('[data-cover]')].map((cover) => {
      const [title] = cover.querySelectorAll('[lang]');
      return title.getBoundingClientRect().width / cover.getBoundingClientRect().width;
    })`;
    await page.locator('[data-cover]').first().waitFor();
    for (const share of (await page.evaluate(plates)) as number[]) expect(share).toBeGreaterThan(0.75);
  });

  it('leave all columns of the back office in view', async () => {
    const baseUrl = `${opened.shop.url}/api`;
    const { token, user } = await createClient(identityApi, { baseUrl }).login({ body: EDITOR });
    await using visitor = await openVisitor(opened.browser, opened.shop.url, {
      viewport: { width: 1280, height: 800 },
    });
    const stored = JSON.stringify({ token, userId: user._id });
    await visitor.context.addInitScript(`Object.assign(localStorage, ${stored})`);
    const page = await visitor.newPage();
    await page.goto(`${opened.shop.url}/admin?tab=media`);
    await page.getByRole('switch', { name: `Featured: ${TITLE}` }).waitFor();
    const over = page.locator('table').evaluate((table) => {
      const frame = table.parentElement;
      return frame ? frame.scrollWidth - frame.clientWidth : -1;
    });
    expect(await over).toBe(0);
  });

  it('of a film and of books on one shelf begin on one line', async () => {
    await using visitor = await openVisitor(opened.browser, opened.shop.url, {
      viewport: { width: 1280, height: 800 },
    });
    const page = await visitor.newPage();
    await open(page, '/');
    await page.getByRole('heading', { name: 'New in every kind' }).scrollIntoViewIfNeeded();
    const row = page.getByRole('region', { name: 'New in every kind' });
    await row.locator('[data-shape="still"]').waitFor();
    const feet = await row
      .locator('[data-cover]')
      .evaluateAll((covers) => covers.map((cover) => Math.round(cover.getBoundingClientRect().bottom)));
    expect(feet.length).toBe(4);
    expect(new Set(feet).size).toBe(1);
  });
});
