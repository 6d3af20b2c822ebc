import { describe, expect, it } from 'vitest';
import { chromiumPath, openVisitor } from './support/browser.ts';
import { findMailedLink } from './support/mails.ts';
import { startShop } from './support/npm-start.ts';
import { useShopInChromium } from './support/opened.ts';

describe.skipIf(!chromiumPath)('the newsletter in Chromium', () => {
  const here = useShopInChromium(() => startShop({ SEED: 'off' }));

  it('CMS-40: subscribe, confirm and leave, by keyboard; opening a link changes nothing', async () => {
    await using visitor = await openVisitor(here.browser, here.shop.url);
    const page = await visitor.newPage();
    const posted: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      // page views are counted (WEB-97) and are no action of the visitor
      if (request.method() === 'POST' && pathname !== '/api/admin/analytics') posted.push(pathname);
    });
    const address = `reader-${Date.now()}@reader.example`;

    await page.goto(`${here.shop.url}/support`);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Newsletter' }).press('Enter');
    await page.waitForURL(`${here.shop.url}/newsletter`);
    await page.getByLabel('Email').fill(address);
    await page.keyboard.press('Enter');
    await page.getByText('Thank you. Please confirm using the link we have just sent you.').waitFor();

    const confirm = await findMailedLink(here.shop.url, address, '/newsletter', '#confirm=');
    posted.length = 0;
    await page.goto('about:blank');
    await page.goto(confirm);
    const button = page.getByRole('button', { name: 'Confirm' });
    await button.waitFor();
    expect(page.url()).toBe(`${here.shop.url}/newsletter`);
    expect(posted).toEqual([]);
    await button.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'You are subscribed.' }).waitFor();
    expect(posted).toEqual(['/api/newsletter/confirm']);

    const leave = await findMailedLink(here.shop.url, address, '/newsletter', '#leave=');
    posted.length = 0;
    await page.goto('about:blank');
    await page.goto(leave);
    await page.getByRole('button', { name: 'Unsubscribe' }).waitFor();
    expect(page.url()).toBe(`${here.shop.url}/newsletter`);
    expect(posted).toEqual([]);
    await page.getByRole('button', { name: 'Unsubscribe' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'You have been unsubscribed.' }).waitFor();

    // the confirmation has ended with the subscription
    await page.goto('about:blank');
    await page.goto(confirm);
    await page.getByRole('button', { name: 'Confirm' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'This link is over.' }).waitFor();
    expect(visitor.problems).toEqual([]);
    const token = new URL(confirm).hash.split('=')[1] ?? '';
    expect(token).not.toBe('');
    expect(here.shop.output()).not.toContain(token);
    expect(here.shop.output()).not.toContain(new URL(leave).hash.split('=')[1]);
  });

  const phone = { viewport: { width: 360, height: 740 } };
  const strip = { name: 'A letter, once a month.' } as const;

  it('CMS-22: subscribe at the foot of the home page, whose form loads when it comes near', async () => {
    await using visitor = await openVisitor(here.browser, here.shop.url, phone);
    const page = await visitor.newPage();
    const forms: string[] = [];
    page.on('request', (request) => {
      if (/\/subscribe-form-[^/]+\.js$/.test(request.url())) forms.push(request.url());
    });
    const address = `home-${Date.now()}@reader.example`;

    await page.goto(here.shop.url);
    const heading = page.getByRole('heading', strip);
    await heading.waitFor({ state: 'attached' });
    await page.getByRole('contentinfo').waitFor({ state: 'attached' });
    expect(forms).toEqual([]);
    await heading.scrollIntoViewIfNeeded();
    await page.getByRole('form', { name: 'Newsletter' }).getByLabel('Email').pressSequentially(address);
    expect(forms).toHaveLength(1);
    await page.keyboard.press('Enter');
    await page.getByText('Thank you. Please confirm using the link we have just sent you.').waitFor();
    await findMailedLink(here.shop.url, address, '/newsletter', '#confirm=');

    await page.getByRole('link', { name: 'See how it looks' }).click();
    await page.waitForURL(`${here.shop.url}/newsletter#phone-h`);
    const shown = page.getByRole('heading', { name: 'On your phone' });
    await shown.waitFor();
    await expect.poll(async () => (await shown.boundingBox())?.y).toBeLessThan(200);
    expect(visitor.problems).toEqual([]);
  });

  it('a link to the page of the newsletter stands for a form that cannot be loaded', async () => {
    await using visitor = await openVisitor(here.browser, here.shop.url, phone);
    const page = await visitor.newPage();
    const code = /\/subscribe-form-[^/]+\.js$/;
    await page.route(code, (route) => route.abort());
    await page.goto(here.shop.url);
    await page.getByRole('heading', strip).scrollIntoViewIfNeeded();
    const link = page.getByRole('region', strip).getByRole('link', { name: 'Get the newsletter' });
    await link.waitFor();

    await page.unroute(code);
    await link.click();
    await page.getByRole('form', { name: 'Newsletter' }).waitFor();
  });
});
