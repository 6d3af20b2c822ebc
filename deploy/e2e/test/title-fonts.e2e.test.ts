import { catalogApi, createClient } from '@satrangi/contracts';
import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from './support/browser.ts';
import { useShopInChromium } from './support/opened.ts';
import { drawnBy, seedTitleFonts, type TitleFonts } from './support/title-fonts.ts';

const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const STILL_MS = 1_500;
const CUT = /\/api\/title-faces\/[0-9a-f]{64}$/;
const WHOLE = /-titles-[^/]+\.woff2$/;

/** Family names of subset title fonts, and those of all seed titles. */
const families = {
  devanagari: ['Titles Devanagari', 'Anek Devanagari'],
  bengali: ['Titles Bangla', 'Anek Bangla'],
  tamil: ['Titles Tamil', 'Anek Tamil'],
  urdu: ['Titles Nastaliq', 'Noto Nastaliq Urdu'],
} as const;
const letters = {
  devanagari: /[\u0900-\u097f]/,
  bengali: /[\u0980-\u09ff]/,
  tamil: /[\u0b80-\u0bff]/,
  urdu: /[\u0600-\u06ff]/,
} as const;
type Script = keyof typeof families;

/** Title fonts that a page requests. */
const listen = (page: Page) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  return {
    cut: () => requested.filter((url) => CUT.test(url)),
    whole: () => requested.filter((url) => WHOLE.test(url)),
  };
};
const arrive = async (page: Page, url: string): Promise<void> => {
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForTimeout(STILL_MS);
};
/** Scrolls the shelf from one end to the other. */
const pushShelf = async (page: Page): Promise<void> => {
  const shelf = `document.querySelector('[data-far]')`;
  for (let n = 0; n < 40; n += 1) {
    await page.evaluate(`${shelf}.scrollBy(200, 0)`);
    await page.waitForTimeout(200);
    if (await page.evaluate(`${shelf}.scrollLeft + ${shelf}.clientWidth >= ${shelf}.scrollWidth - 1`)) break;
  }
  await page.waitForTimeout(STILL_MS);
};
const DAY_MS = 24 * 60 * 60 * 1_000;
/** The shelf of a day has some of the titles: a page on a day whose shelf has all four scripts. */
const arriveWithAllScripts = async (context: BrowserContext, url: string) => {
  for (let day = 0; day < 60; day += 1) {
    const page = await context.newPage();
    const requested = listen(page);
    await page.clock.setFixedTime(Date.now() + day * DAY_MS);
    await arrive(page, url);
    const shelf = page.getByRole('list', { name: 'New on the shelf' });
    await shelf.waitFor();
    const titles = await shelf.textContent();
    if (Object.values(letters).every((script) => script.test(titles ?? ''))) return { page, requested };
    await page.close();
  }
  throw new Error('no shelf of 60 days has all four scripts');
};
const loadedFamilies = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.fonts].filter(({ status, family }) =>
    status === 'loaded' && /Titles/.test(family)).map(({ family }) => family.replaceAll('"', '')).sort()`);

/** Runs in the page: pictures of lines in one family. */
const drawing = `async (family, lines) => {
  const font = '600 40px "' + family + '"';
  await document.fonts.load(font, lines.join(''));
  return lines.map((line) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 160 });
    const pen = canvas.getContext('2d');
    pen.font = font;
    pen.fillText(line, 20, 90);
    return canvas.toDataURL();
  });
}`;

describe.skipIf(!chromiumPath)('title fonts of other scripts', () => {
  const here = useShopInChromium();
  let faces: TitleFonts = [];
  let titles: string[] = [];

  beforeAll(async () => {
    const catalog = createClient(catalogApi, { baseUrl: `${here.shop.url}/api` });
    faces = await seedTitleFonts(here.shop.url);
    const { items } = await catalog.search({ query: { limit: 100 } });
    titles = items.flatMap(({ title, altTitle }) => [title, altTitle ?? '']);
  });
  const titlesIn = (script: Script): string[] => titles.filter((title) => letters[script].test(title));

  it('transfer 25 kB together on a phone instead of 128 kB of complete fonts', async () => {
    expect(faces.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(25_000);

    const context = await here.browser.newContext(PHONE);
    const { page, requested } = await arriveWithAllScripts(context, here.shop.url);
    await pushShelf(page);

    await expect.poll(() => new Set(requested.cut()).size).toBe(4);
    expect(requested.cut().length).toBe(4);
    expect(requested.whole()).toEqual([]);
    await expect
      .poll(() => loadedFamilies(page))
      .toEqual(
        Object.values(families)
          .map(([cut]) => cut)
          .sort(),
      );
    for (const [lang, family] of [
      ['ur', /^Noto Nastaliq Urdu/],
      ['hi', /^Anek Devanagari/],
    ] as const)
      await expect
        .poll(() => drawnBy(page, `li b[lang="${lang}"]`))
        .toContainEqual({ familyName: expect.stringMatching(family), isCustomFont: true });
    await context.close();
  });

  it.each(['devanagari', 'bengali', 'tamil', 'urdu'] as const)(
    '%s: Chromium renders every title with the subset font exactly as with the complete one',
    async (script) => {
      const page = await here.browser.newPage();
      await arrive(page, `${here.shop.url}/e-books`);
      const draw = (family: string) =>
        page.evaluate<string[]>(
          `(${drawing})(${JSON.stringify(family)}, ${JSON.stringify(titlesIn(script))})`,
        );
      const [cut, whole] = families[script];

      const inCut = await draw(cut);

      expect(inCut.length).toBeGreaterThan(1);
      expect(new Set(inCut).size).toBe(inCut.length);
      expect(inCut).toEqual(await draw(whole));
      await page.close();
    },
  );

  it('are not requested by a page without such letters', async () => {
    const page = await here.browser.newPage();
    const requested = listen(page);
    await arrive(page, `${here.shop.url}/login`);

    expect([requested.cut(), requested.whole()]).toEqual([[], []]);
    await page.close();
  });

  it('are not requested with Save-Data', async () => {
    const context = await here.browser.newContext(PHONE);
    await context.addInitScript(`localStorage.setItem('preferences', '{"dataSaver":true}')`);
    const page = await context.newPage();
    const requested = listen(page);
    await arrive(page, here.shop.url);
    await pushShelf(page);

    expect([requested.cut(), requested.whole()]).toEqual([[], []]);
    await context.close();
  });
});
