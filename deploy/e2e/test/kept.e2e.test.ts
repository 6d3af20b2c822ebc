/** Books that a reader keeps on a device (decision 0138). */
import type { MediaItem } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { logIn, registerReader } from './support/api-client.ts';
import { axeViolations } from './support/axe.ts';
import { chromiumPath, goOffline, openVisitor, saveForReview, signIn } from './support/browser.ts';
import { press } from './support/keyboard.ts';
import { EDITOR } from './support/npm-start.ts';
import { useShopInChromium } from './support/opened.ts';
import { inkRatio, newUser } from './support/purchase-flow.ts';

/** An admin uploads a picture, 192 by 192 pixels. */
const uploadPicture = async (shop: string, { _id }: MediaItem): Promise<void> => {
  const form = new FormData();
  const png = await (await fetch(`${shop}/icon-192.png`)).blob();
  form.append('thumbnail', png, 'picture.png');
  const answer = await fetch(`${shop}/api/admin/audio-stories/${_id}/thumbnail`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await logIn(shop, EDITOR)}` },
    body: form,
  });
  if (!answer.ok) throw new Error(`the picture: ${answer.status} ${await answer.text()}`);
};

describe.skipIf(!chromiumPath)('a kept book in Chromium', () => {
  const here = useShopInChromium();

  /** A new reader with a phone, not logged in yet. */
  const openPhone = async () => {
    const person = newUser();
    await registerReader(here.shop.url, person);
    const visitor = await openVisitor(here.browser, here.shop.url, { viewport: { width: 360, height: 780 } });
    const page = await visitor.newPage();
    return { person, visitor, page };
  };

  it('is read without a connection, and deleted when its time is over (WEB-115)', async () => {
    const { person, visitor, page } = await openPhone();
    await using _visitor = visitor;
    const { context } = visitor;
    const ofDevice = () =>
      page.evaluate(
        `Promise.all([caches.keys(), navigator.serviceWorker.getRegistrations()]).then(([names, workers]) => [names.length, workers.length])`,
      );
    await signIn(page, here.shop.url, person);
    const answer = (await (await fetch(`${here.shop.url}/api/ebooks?limit=100`)).json()) as {
      items: MediaItem[];
    };
    const book = answer.items.find(({ isFree }) => isFree);
    if (!book) throw new Error('no book is free');

    // read to page 3 on another device
    const progress = { format: 'text', page: 3, pages: book.pages, at: new Date().toISOString() };
    const put = await fetch(`${here.shop.url}/api/library/progress/${book._id}`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${await logIn(here.shop.url, person)}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(progress),
    });
    expect(put.status).toBe(200);

    await page.goto(`${here.shop.url}/ebook/${book._id}`);
    const keep = page.getByRole('button', { name: 'Keep on this device' });
    await keep.waitFor();
    expect(await ofDevice()).toEqual([0, 0]);
    // the size, and who can see it, before the press
    await page
      .getByText(/It takes [\d.]+ MB and opens for 30 days.*Anyone who uses this browser can see/)
      .waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await press(page, /^button Keep on this device$/);
    await page.getByRole('button', { name: 'Kept on this device' }).waitFor();
    expect(await ofDevice()).toEqual([2, 1]);
    await page.getByRole('link', { name: 'See what is on this device' }).click();
    await page.getByRole('heading', { level: 1, name: 'On this device' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await saveForReview(page, 'kept');

    await goOffline(page);
    // any address leads to what is here, and what is not kept does not open
    await page.goto(`${here.shop.url}/e-books`);
    await page.waitForURL(`${here.shop.url}/kept`);
    // its cover is drawn without a connection
    await page
      .getByRole('main')
      .locator('[data-cover] svg ellipse, [data-cover] svg path')
      .nth(3)
      .waitFor({ state: 'attached' });
    await page.getByRole('link', { name: `Read ${book.title}` }).click();
    await page.getByText('Page 3, where you left off').waitFor();
    await expect.poll(() => inkRatio(page, 'canvas')).toBeGreaterThan(0.0005);
    await page.reload();
    await expect.poll(() => inkRatio(page, 'canvas')).toBeGreaterThan(0.0005);
    await saveForReview(page, 'kept-reading');

    // thirty days later
    const later = `Date.now() + ${31 * 86_400_000}`;
    await context.addInitScript(`{ const at = ${later}; Date.now = () => at; }`);
    await page.goto(`${here.shop.url}/kept`);
    await page.getByText('Nothing is kept here yet.').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'My Library' }).waitFor();
    expect(await ofDevice()).toEqual([0, 0]);
    await context.setOffline(false);
  });

  it('a recording is heard without a connection, in the small player', async () => {
    const { person, visitor, page } = await openPhone();
    await using _visitor = visitor;
    const { context } = visitor;
    await signIn(page, here.shop.url, person);
    // the shape of a list of the catalog
    const answer = (await (await fetch(`${here.shop.url}/api/audiostories?limit=100`)).json()) as {
      items: MediaItem[];
    };
    const story = answer.items.find(({ isFree }) => isFree);
    if (!story) throw new Error('no recording is free');
    await uploadPicture(here.shop.url, story);
    await page.goto(`${here.shop.url}/audio-story/${story._id}`);
    await page.getByText(/opens for 30 days without a connection/).waitFor();
    await page.getByRole('button', { name: 'Keep on this device' }).click();
    await page.getByRole('button', { name: 'Kept on this device' }).waitFor();

    await goOffline(page);
    await page.goto(`${here.shop.url}/kept`);
    await page.getByRole('button', { name: `Play ${story.title}` }).click();
    const player = page.getByRole('region', { name: 'Now playing' });
    await player.getByRole('button', { name: 'Pause' }).waitFor();
    // its uploaded picture is here, too
    const widths = () =>
      page.evaluate(
        `[...document.querySelectorAll('main [data-cover] img')].map(({ src, naturalWidth }) => [new URL(src).pathname, naturalWidth])`,
      );
    await expect.poll(widths).toEqual([[`/api/audiostories/${story._id}/thumbnail`, 192]]);
    await expect.poll(() => player.textContent()).toMatch(/0:0[1-9]/);
    expect(await axeViolations(page)).toEqual([]);
    await saveForReview(page, 'kept-playing');
    await context.setOffline(false);
    expect(
      visitor.problems.filter((problem) => !/net::ERR_(FAILED|INTERNET_DISCONNECTED)/.test(problem)),
    ).toEqual([]);
  });
});
