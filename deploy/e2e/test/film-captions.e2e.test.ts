import type { MediaItem } from '@satrangi/contracts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { registerReader } from './support/api-client.ts';
import { axeViolations } from './support/axe.ts';
import { chromiumPath, openVisitor, saveForReview, signIn } from './support/browser.ts';
import { httpRequest } from './support/http-request.ts';
import { press, tabTo } from './support/keyboard.ts';
import { useShopInChromium } from './support/opened.ts';
import { newUser, payInCashfree, startPaying } from './support/purchase-flow.ts';

const TITLE = 'एक छाता';
/** The middle of the film: the bridge is reached. */
const captions = [
  {
    name: 'English',
    language: 'en',
    words: 'By the time we reached the bridge the rain had stopped.',
  },
  { name: 'Hindi', language: 'hi', words: 'पुल तक आते-आते बारिश रुक गई थी।' },
  { name: 'Marathi', language: 'mr', words: 'पुलापर्यंत येता येता पाऊस थांबला होता.' },
] as const;

/** Runs in the page: languages of the tracks that are shown, and the words shown at this moment. */
const shownNow = `(() => {
  const shown = [...(document.querySelector('video')?.textTracks ?? [])].filter(({ mode }) => mode === 'showing');
  return { languages: shown.map(({ language }) => language), words: shown.flatMap(({ activeCues }) => [...(activeCues ?? [])].map(({ text }) => text)).join(' ') };
})()`;

/** Runs in the page: letters of a caption that its font lacks; they are drawn as a character that no font has. */
const lettersWithoutGlyph = `async (words) => {
  const font = '48px ' + getComputedStyle(document.querySelector('video')).getPropertyValue('--cue-font');
  // rejects where the device has none of the fonts that stand in while these load
  await document.fonts.load(font, words).catch(() => undefined);
  await document.fonts.ready;
  const pen = Object.assign(document.createElement('canvas'), { width: 160, height: 120 }).getContext('2d', { willReadFrequently: true });
  pen.font = font;
  const drawn = (letter) => {
    pen.clearRect(0, 0, 160, 120);
    pen.fillText(letter, 40, 80);
    return pen.getImageData(0, 0, 160, 120).data.join();
  };
  const missing = drawn('\\u{10fffd}');
  return [...new Set(words)].filter((letter) => letter.trim() && drawn(letter) === missing);
}`;

describe.skipIf(!chromiumPath)('captions of a film in Chromium', () => {
  const here = useShopInChromium();

  const filmOf = async (): Promise<MediaItem> => {
    const { json } = await httpRequest(`${here.shop.url}/api/shortfilms?limit=100`);
    const found = (json as { items: MediaItem[] }).items.find(({ title }) => title === TITLE);
    return found ?? expect.unreachable();
  };
  const buy = async (page: Page, film: MediaItem): Promise<void> => {
    await page.goto(`${here.shop.url}/short-film/${film._id}`);
    await page.getByRole('button', { name: 'Buy Short Film' }).first().click();
    await startPaying(page);
    await payInCashfree(page);
    await page.getByRole('heading', { name: "It's yours" }).waitFor();
    await page.getByRole('dialog').getByRole('link', { name: 'Watch now' }).click();
  };
  /** Waits for the frame at the new position. */
  const seeked = async (page: Page): Promise<void> => {
    await expect
      .poll(() =>
        page.evaluate(
          `document.querySelector('video')?.readyState >= 2 && !document.querySelector('video').seeking`,
        ),
      )
      .toBe(true);
  };

  it.each([
    { width: 1280, height: 900 },
    { width: 360, height: 780 },
  ])('the free clip of a film has its captions, before anything is bought ($width)', async (viewport) => {
    const film = await filmOf();
    const captionFile = await fetch(`${here.shop.url}/api/shortfilms/${film._id}/preview-captions/en`);
    const [, first] = (await captionFile.text()).split(/\n\n.* --> .*\n/);
    expect(first).toMatch(/\w/);
    await using visitor = await openVisitor(here.browser, here.shop.url, { viewport });
    const page = await visitor.newPage();
    await page.goto(`${here.shop.url}/short-film/${film._id}`);
    await page.getByRole('button', { name: 'Watch the clip' }).click();

    await expect.poll(() => page.evaluate(shownNow)).toEqual({ languages: ['en'], words: first?.trim() });
    await page.evaluate(`document.querySelector('video').pause()`);
    expect(await page.evaluate(`(${lettersWithoutGlyph})(${JSON.stringify(first)})`)).toEqual([]);
    await saveForReview(page, `clip-captions-${viewport.width}`);
    expect(await axeViolations(page)).toEqual([]);
    expect(visitor.problems).toEqual([]);
  });

  it.each([
    { width: 1280, height: 900 },
    { width: 360, height: 780 },
  ])('a film of four minutes has three languages, chosen by keyboard ($width)', async (viewport) => {
    const film = await filmOf();
    expect(film.captionLanguages).toEqual(captions.map(({ language }) => language));
    expect(film.durationSeconds).toBeGreaterThan(240);
    const person = newUser();
    await registerReader(here.shop.url, person);
    await using visitor = await openVisitor(here.browser, here.shop.url, { viewport });
    const page = await visitor.newPage();
    await signIn(page, here.shop.url, person);
    await buy(page, film);
    await press(page, /^button Play/);
    await expect
      .poll(async () => Number(await page.evaluate(`document.querySelector('video')?.currentTime ?? 0`)))
      .toBeGreaterThan(0);
    await page.keyboard.press('k');
    await page.evaluate(`document.querySelector('video').currentTime = 136`);
    await seeked(page);

    await press(page, /^summary Captions, on$/);
    await tabTo(page, /^input (Hindi|English|Marathi)$/);
    for (const { name, language, words } of captions) {
      await expect
        .poll(async () => {
          await page.keyboard.press('ArrowDown');
          return page.evaluate(`document.activeElement.labels[0].textContent`);
        })
        .toBe(name);
      await expect.poll(() => page.evaluate(shownNow)).toEqual({ languages: [language], words });
      expect(await page.evaluate(`(${lettersWithoutGlyph})(${JSON.stringify(words)})`)).toEqual([]);
      await saveForReview(page, `film-captions-${language}-${viewport.width}`);
    }
    expect(visitor.problems).toEqual([]);
  });
});
