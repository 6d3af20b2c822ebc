import { createClient, identityApi, paymentsApi, virtualRunApi } from '@satrangi/contracts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { apiCaller } from './support/api-client.ts';
import { axeViolations } from './support/axe.ts';
import { chromiumPath, openVisitor } from './support/browser.ts';
import { findMailedLink } from './support/mails.ts';
import { EDITOR, type Shop, startShop } from './support/npm-start.ts';
import { useShopInChromium } from './support/opened.ts';
import { payByCard } from './support/purchase-flow.ts';

const LIVE_MS = 2_000;
let runners = 0;

/** Fills in the full form of a new runner. @returns the email */
const fillForm = async (page: Page, displayName: string): Promise<string> => {
  runners += 1;
  const email = `runner-${process.pid}-${runners}@reader.example`;
  const form = page.getByRole('dialog', { name: 'Register' }).getByRole('form', { name: 'Registration' });
  await form.getByLabel('Name', { exact: true }).fill('Asha Canary');
  await form.getByLabel('Display name').fill(displayName);
  await form.getByLabel('Email').fill(email);
  await form.getByRole('radio', { name: 'Walk' }).check();
  await form.getByLabel('Distance in km').fill('5.5');
  await form.getByLabel('Goal in ₹ (optional)').fill('10000');
  await form.getByLabel(/Keep these details/).check();
  return email;
};

const openForm = async (page: Page, shop: Shop): Promise<void> => {
  await page.goto(`${shop.url}/virtual-run`);
  await page.getByRole('button', { name: 'Register Now' }).click();
  await page.getByRole('form', { name: 'Registration' }).first().waitFor();
};

/** Registers a runner in the browser. @returns path of the page and the email */
const registerRunner = async (page: Page, shop: Shop, displayName: string) => {
  await openForm(page, shop);
  const email = await fillForm(page, displayName);
  await page
    .getByRole('dialog', { name: 'Register' })
    .getByRole('button', { name: 'Pay ₹500 and register' })
    .click();
  await payByCard(page);
  const link = page.getByRole('dialog', { name: 'Thank you' }).getByRole('link', { name: /^\/run\/f\// });
  await link.waitFor();
  return { path: (await link.getAttribute('href')) ?? '', email };
};

describe.skipIf(!chromiumPath)('the Virtual Run in Chromium', () => {
  const here = useShopInChromium(startShop);
  const run = () => createClient(virtualRunApi, { baseUrl: `${here.shop.url}/api` });

  it('RUN-20, P60: the first start has twelve listed runners, whose sums are the money at the providers', async () => {
    const [{ pages }, counts] = await Promise.all([run().listPages({ query: {} }), run().getCounts()]);
    const ledger = (await (await fetch(`${here.shop.url}/sandbox/payments`)).json()) as {
      provider: string;
      amountMinor: number;
      isPaid: boolean;
    }[];
    const paid = (provider: string) => ledger.filter((row) => row.isPaid && row.provider === provider);
    const raised = pages.reduce((sum, page) => sum + page.raised, 0);
    const sitemap = await (await fetch(`${here.shop.url}/sitemap.xml`)).text();

    expect([pages.length, counts.total, paid('stripe').length]).toEqual([12, 12, 12]);
    expect(paid('cashfree').reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(counts.raisedMinor);
    expect(raised).toBe(counts.raised);
    expect(sitemap.match(/\/run\/f\//g)).toHaveLength(12);

    const noor = pages.find(({ displayName }) => displayName === 'نور');
    await using visitor = await openVisitor(here.browser, here.shop.url);
    const page = await visitor.newPage();
    await page.goto(`${here.shop.url}/run/f/${noor?.slug}`);
    await page.getByRole('heading', { level: 1, name: 'نور' }).waitFor();
    for (const text of [/پُل پر بیٹھنے والے بزرگ/, /ایک قصہ میری نانی کا بھی/, /₹1,250/])
      await page.getByText(text).first().waitFor();
    expect(await page.content()).not.toMatch(/Siddiqui|@runners\.example|@friends\.example/);
    expect(visitor.problems).toEqual([]);
  });

  it('WEB-61, RUN-37: a runner registers and pays; an open page counts it within 2 s', async () => {
    await using watcher = await openVisitor(here.browser, here.shop.url);
    await using visitor = await openVisitor(here.browser, here.shop.url);
    const open = await watcher.newPage();
    await open.goto(`${here.shop.url}/virtual-run`);
    const before = (await run().getCounts()).total;
    await open.getByText(new RegExp(`${before} runner`)).waitFor();

    const { path } = await registerRunner(await visitor.newPage(), here.shop, 'Meher');
    await open.getByText(new RegExp(`${before + 1} runner`)).waitFor({ timeout: LIVE_MS });

    const page = await visitor.newPage();
    await page.goto(here.shop.url + path);
    await page.getByRole('heading', { level: 1, name: 'Meher' }).waitFor();
    expect(await page.content()).not.toMatch(/Canary|runner-\d+-\d+@/);
    expect(visitor.problems).toEqual([]);
    expect(watcher.problems).toEqual([]);
  });

  it('RUN-12, WEB-65: a browser that closes after paying loses nothing', async () => {
    await using visitor = await openVisitor(here.browser, here.shop.url);
    const page = await visitor.newPage();
    await openForm(page, here.shop);
    const email = await fillForm(page, 'Noor');
    // the charge happens, and no answer reaches the page any more
    await page.route(/payments\/confirm|virtual-run\/register/, () => undefined);
    await page
      .getByRole('dialog', { name: 'Register' })
      .getByRole('button', { name: 'Pay ₹500 and register' })
      .click();
    await payByCard(page);
    await page.getByText('Checking your payment…').first().waitFor();
    await page.close();

    const link = await findMailedLink(here.shop.url, email, '/run/edit', '#t=');
    const own = await visitor.newPage();
    await own.goto(link);
    await own.getByLabel('Display name').waitFor();
    expect(await own.getByLabel('Display name').inputValue()).toBe('Noor');
    expect(own.url()).toBe(`${here.shop.url}/run/edit`);
    expect(here.shop.output()).not.toContain(new URL(link).hash.split('.')[1]);
  });

  it('RUN-25, RUN-26, RUN-37: a gift moves the page in another here.browser, and its refund moves it back', async () => {
    await using runner = await openVisitor(here.browser, here.shop.url);
    await using giver = await openVisitor(here.browser, here.shop.url);
    const { path } = await registerRunner(await runner.newPage(), here.shop, 'Zoya');
    const [watched, page] = [await runner.newPage(), await giver.newPage()];
    await watched.goto(here.shop.url + path);
    await watched.getByText('₹0 raised').first().waitFor();

    await page.goto(here.shop.url + path);
    await page.getByRole('button', { name: 'Contribute', exact: true }).click();
    await page.getByLabel('Name on the receipt').fill('Hidden Giver');
    await page.getByLabel('Email').fill(`giver-${process.pid}@reader.example`);
    await page.getByRole('button', { name: 'Contribute ₹500' }).click();
    await page
      .getByRole('dialog', { name: 'Cashfree sandbox checkout' })
      .getByRole('button', { name: /^Pay / })
      .click();
    const words = page.getByRole('form', { name: 'Words for the page' });
    await words.waitFor();
    await watched.getByText('₹500', { exact: true }).first().waitFor({ timeout: LIVE_MS });
    expect(await watched.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('5');
    await words.getByLabel('Message (optional)').fill('चलते रहो');
    await words.getByRole('button', { name: 'Put it on the page' }).click();
    await watched.getByText('चलते रहो').waitFor();
    expect(await watched.content()).not.toContain('Hidden Giver');
    expect(await watched.getByText('Anonymous').count()).toBeGreaterThan(0);

    const { token } = await createClient(identityApi, { baseUrl: `${here.shop.url}/api` }).login({
      body: EDITOR,
    });
    const admin = apiCaller(here.shop.url, token);
    // newest first: the gift above
    const [{ _id: orderId } = { _id: '' }] = await createClient(paymentsApi, {
      baseUrl: `${here.shop.url}/api`,
      token: () => token,
    }).listContributions();
    await admin('POST', `/api/admin/orders/${orderId}/refund`, { reason: 'A test of the run' });
    await watched.getByText('₹0', { exact: true }).first().waitFor();
  });

  it('RUN-33: a hidden page and an unknown one are the same 404, and a new name is shown at once', async () => {
    await using runner = await openVisitor(here.browser, here.shop.url);
    const page = await runner.newPage();
    const { path, email } = await registerRunner(page, here.shop, 'Kabir');
    const open = await runner.newPage();
    await open.goto(here.shop.url + path);
    await open.getByRole('heading', { level: 1, name: 'Kabir' }).waitFor();

    await page.goto(await findMailedLink(here.shop.url, email, '/run/edit', '#t='));
    await page.getByLabel('Display name').fill('आशा');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await open.getByRole('heading', { level: 1, name: 'आशा' }).waitFor();
    await page.getByLabel(/^Hide my page/).check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await open.getByRole('heading', { level: 1, name: '404: Not Found' }).waitFor();
    const answers = await Promise.all([path, '/run/f/unknown'].map((each) => fetch(here.shop.url + each)));
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    const [hidden, unknown] = await Promise.all(answers.map((answer) => answer.text()));
    expect(hidden).toBe(unknown);
  });

  it('P93: 20 open tabs with one event stream move within 2 s', async () => {
    await using visitor = await openVisitor(here.browser, here.shop.url);
    const streams: string[] = [];
    visitor.context.on('request', (request) => {
      if (request.resourceType() === 'eventsource') streams.push(request.url());
    });
    const pages = await Promise.all(Array.from({ length: 20 }, () => visitor.newPage()));
    for (const page of pages) {
      await page.goto(`${here.shop.url}/virtual-run`);
      await page
        .getByText(/\d+ runners?$/)
        .first()
        .waitFor();
    }
    const before = (await run().getCounts()).total;
    await using runner = await openVisitor(here.browser, here.shop.url);
    await registerRunner(await runner.newPage(), here.shop, 'Twenty');
    for (const page of pages)
      await page.getByText(new RegExp(`${before + 1} runner`)).waitFor({ timeout: LIVE_MS });
    expect(streams.length).toBe(1);
  });

  it('BEY-02: a stranger finds the public list of gifts, and a giver the own gift', async () => {
    await using visitor = await openVisitor(here.browser, here.shop.url);
    const page = await visitor.newPage();
    await page.goto(`${here.shop.url}/virtual-run`);
    await page.getByText(/^Every gift is in a public list that anyone can check\./).waitFor();
    await page.getByLabel('Number of your receipt').fill('ST-NOBODY');
    await page.getByRole('button', { name: 'Find my gift' }).click();
    await page.getByText(/^No gift to a page of the run has this receipt\./).waitFor();
    await page.getByText('Check everything yourself').click();
    const address = await page.getByRole('link', { name: 'The list' }).getAttribute('href');
    const [ledger, counts] = await Promise.all([
      (await fetch(here.shop.url + address)).json(),
      run().getCounts(),
    ]);
    expect(ledger).toMatchObject({ totalMinor: counts.raisedMinor });
    const withoutScript = await (await fetch(`${here.shop.url}/virtual-run`)).text();
    expect(withoutScript).toMatch(
      /<noscript>[\s\S]*a public list that anyone can check: http[^<]*\/api\/virtual-run\/ledger</,
    );
    expect(await axeViolations(page)).toEqual([]);
  });
});
