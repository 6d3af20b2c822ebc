/** A day's work of an editor, of a bookkeeper and of a run organiser, in the product that `npm start` starts. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  catalogApi,
  createClient,
  type Endpoint,
  identityApi,
  StartedSession,
  virtualRunApi,
} from '@satrangi/contracts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { waitForTab } from './support/back-office.ts';
import { chromiumPath, openVisitor, signIn, type Visitor } from './support/browser.ts';
import { httpRequest } from './support/http-request.ts';
import { EDITOR, startShop } from './support/npm-start.ts';
import { useShopInChromium } from './support/opened.ts';

const BOOK_FILE = fileURLToPath(new URL('../../seed/files/seven-ways-home.pdf', import.meta.url));

const { shop, browser } = useShopInChromium(startShop);
let token: string;

const adminOf = <Api extends Record<string, Endpoint>>(api: Api) =>
  createClient(api, { baseUrl: `${shop.url}/api`, token: () => token });

/** A browser of a visitor, with the problems that it met. */
const openPage = async (): Promise<{ visitor: Visitor; page: Page }> => {
  const visitor = await openVisitor(browser, shop.url);
  const page = await visitor.newPage();
  return { visitor, page };
};

/** Logs in by the form and opens the back office. */
const beginDay = async (page: Page): Promise<void> => {
  await signIn(page, shop.url, EDITOR);
  await page.waitForURL(/\/admin/);
  await waitForTab(page, 'Dashboard');
  await page.getByText('Live', { exact: true }).first().waitFor();
};

/** Closes what is open, and goes to another tab by the sidebar. */
const goTo = async (page: Page, tab: string, heading = tab): Promise<void> => {
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
  await page
    .getByRole('navigation')
    .getByRole('link', { name: new RegExp(`^${tab}`) })
    .first()
    .click();
  await waitForTab(page, heading);
};

describe.skipIf(!chromiumPath)('a day of work in the back office', () => {
  beforeAll(async () => {
    const identity = createClient(identityApi, { baseUrl: `${shop.url}/api` });
    ({ token } = await identity.login({ body: EDITOR }));
  });

  it('an editor accepts a work, puts it on the shelf, writes about it, and changes a page', async () => {
    const { visitor, page } = await openPage();
    await using _ends = visitor;
    await beginDay(page);
    await goTo(page, 'Publishing');
    const title = String(await page.locator('[data-row] button').first().textContent()).trim();
    await page.getByRole('button', { name: title }).first().click();
    await page.getByRole('button', { name: 'Accept for publication' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Accept for publication' }).click();
    await page.getByRole('link', { name: 'Create media item' }).click();
    await waitForTab(page, 'Media');
    const form = page.getByRole('form');
    await form.getByLabel('Type').selectOption('ebook');
    expect(await form.getByLabel('Title (required)').inputValue()).toBe(title);
    // whose name is public is never taken over by itself (checklist PUB-22)
    await form.getByLabel('Author (required)').fill('A pen name');
    await form.getByLabel('Price in rupees').fill('149');
    await form.getByRole('checkbox', { name: 'Text', exact: true }).check();
    await page.keyboard.press('ControlOrMeta+s');
    await page.waitForURL(/open=ebook/);
    await page
      .getByRole('region', { name: 'Files' })
      .getByLabel('PDF')
      .setInputFiles({
        name: 'work.pdf',
        mimeType: 'application/pdf',
        buffer: readFileSync(BOOK_FILE),
      });
    await page.getByText('work.pdf is stored.').waitFor();

    await goTo(page, 'Blogs');
    await page.getByRole('button', { name: 'New post' }).click();
    const post = page.getByRole('form', { name: 'New post' });
    await post.getByLabel('Title').fill('New on the shelf');
    await post.getByLabel('Author').fill('The editors');
    await page.locator('.ql-editor').fill(`We print ${title}.`);
    await post.getByLabel(/^Published/).check();
    await page.keyboard.press('ControlOrMeta+s');
    await page.waitForURL(/open=new-on-the-shelf/);
    await page
      .getByRole('form', { name: 'Edit New on the shelf' })
      .or(page.getByRole('dialog', { name: 'New on the shelf' }).getByRole('form'))
      .first()
      .waitFor();

    await goTo(page, 'Site Content');
    await page
      .getByRole('button', { name: /home\.mission/ })
      .first()
      .click();
    await page.getByRole('switch', { name: 'Published' }).waitFor();
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('We print what was whispered.');
    await page.getByRole('button', { name: 'Deploy Site Content' }).click();
    await page.getByText(/^Deployed as revision \d+$/).waitFor();

    const reader = await visitor.newPage();
    await reader.goto(`${shop.url}/`);
    await reader.getByText('We print what was whispered.').first().waitFor();
    await reader.goto(`${shop.url}/blogs`);
    await reader
      .getByRole('link', { name: /New on the shelf/ })
      .first()
      .waitFor();
    const { items } = await adminOf(catalogApi).listEbooks({ query: { q: title } });
    expect(items.find((item) => item.title === title)).toMatchObject({ priceINR: 149, author: 'A pen name' });
    expect(visitor.problems).toEqual([]);
  });

  it('a bookkeeper sees a sale arrive, refunds a part, and takes the tables along', async () => {
    const { visitor, page } = await openPage();
    await using _ends = visitor;
    await beginDay(page);
    await goTo(page, 'Orders');
    const buyer = StartedSession.parse(
      await createClient(identityApi, { baseUrl: `${shop.url}/api` }).register({
        body: { name: 'Reader', email: 'buyer@shop.example', password: 'a long password' },
      }),
    );
    const { items } = await adminOf(catalogApi).listEbooks();
    const book = items.find(({ priceUSD }) => (priceUSD ?? 0) > 1);
    const { json } = await httpRequest(`${shop.url}/api/payments/create`, {
      token: buyer.token,
      json: {
        items: [{ media: book?._id, mediaType: 'ebook', format: 'text' }],
        country: 'US',
        provider: 'stripe',
      },
    });
    const { clientSecret, orderId } = json as { clientSecret: string; orderId: string };
    await httpRequest(`${shop.url}/sandbox/stripe/pay`, { json: { clientSecret, outcome: 'succeeded' } });
    await page.goto(`${shop.url}/admin?tab=orders&open=${orderId}`);
    await page.getByRole('heading', { name: 'Refund', exact: true }).waitFor();
    await page.getByRole('radio', { name: 'A part' }).check();
    await page.getByLabel('Amount in USD').fill('0.50');
    await page.getByLabel('Reason').fill('Torn page');
    await page.getByRole('button', { name: 'Refund …' }).click();
    await page
      .getByRole('dialog', { name: /^Refund .*0\.50 of order/ })
      .getByRole('button', { name: 'Refund' })
      .click();
    await page
      .getByText(/^Refund of .*0\.50 is in the order\.$/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Resend access' }).click();
    await page.getByText('Access is granted again.').first().waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/^orders-/);

    await goTo(page, 'Contributions');
    await goTo(page, 'Analytics');
    await page
      .getByText(/^Money of an order returned: /)
      .first()
      .waitFor();
    await goTo(page, 'Usage & Billing', 'Usage Metrics (for Billing)');
    expect(visitor.problems).toEqual([]);
  });

  it('a run organiser registers a runner, corrects a distance, and closes a page again', async () => {
    const { visitor, page } = await openPage();
    await using _ends = visitor;
    await beginDay(page);
    const run = adminOf(virtualRunApi);
    const before = (await run.getCounts()).total;
    await goTo(page, 'Virtual Runs');
    await page.getByRole('button', { name: 'Add registration' }).click();
    const form = page.getByRole('form', { name: 'New registration' });
    await form.getByLabel('Name', { exact: true }).fill('A name on the bill');
    await form.getByLabel('Email').fill('runner@shop.example');
    await form.getByLabel('Display name').fill('Kiran of the hills');
    await form.getByRole('checkbox', { name: /^The runner has agreed/ }).check();
    await form.getByRole('button', { name: 'Create registration' }).click();
    await page.getByRole('button', { name: 'Kiran of the hills', exact: true }).waitFor();
    const { results } = await run.listRegistrations({ query: { q: 'Kiran of the hills' } });
    const slug = results[0]?.slug ?? '';
    expect((await run.getCounts()).total).toBe(before + 1);

    const reader = await visitor.newPage();
    await reader.goto(`${shop.url}/run/f/${slug}`);
    await reader.getByRole('heading', { level: 1, name: /Kiran of the hills/ }).waitFor();
    expect(await reader.getByText('A name on the bill').count()).toBe(0);

    await page.getByRole('button', { name: 'Edit Kiran of the hills' }).click();
    await page.getByRole('spinbutton', { name: 'Distance in km of Kiran of the hills' }).fill('12');
    await page.keyboard.press('Enter');
    await page.getByText('12 km', { exact: true }).first().waitFor();

    await page.getByRole('button', { name: 'Kiran of the hills', exact: true }).click();
    await page.getByRole('button', { name: 'Cancel this registration' }).click();
    await page
      .getByRole('dialog', { name: /^Cancel the registration of/ })
      .getByRole('button', { name: 'Cancel the registration' })
      .click();
    await expect.poll(async () => (await run.getCounts()).total).toBe(before);
    await expect.poll(async () => (await fetch(`${shop.url}/run/f/${slug}`)).status).toBe(404);
    expect(visitor.problems).toEqual([]);
  });
});
