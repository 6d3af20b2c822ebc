/** The back office in Chromium against the real services: its gate, its headers, and each tab that is built. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createClient, identityApi, virtualRunApi } from '@satrangi/contracts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectFine, openDesk, submitNightBus, WIDTHS } from './support/back-office.ts';
import { chromiumPath, openVisitor } from './support/browser.ts';
import { press, tabTo } from './support/keyboard.ts';
import { useBrowser, usePlatform } from './support/opened.ts';

const HEADINGS = {
  dashboard: 'Dashboard',
  analytics: 'Analytics',
  contributions: 'Contributions',
  usage: 'Usage Metrics (for Billing)',
} as const;
type Built = keyof typeof HEADINGS;

const platform = usePlatform();
const browser = useBrowser();

const settled = async (page: Page, tab: Built): Promise<void> => {
  await page.getByRole('heading', { level: 1, name: HEADINGS[tab], exact: true }).waitFor();
  const isLoading = `Boolean(document.querySelector('main [role=status][aria-label^=Loading]')) || /Loading|Looking/.test(document.querySelector('main').innerText)`;
  await expect.poll(() => page.evaluate(isLoading)).toBe(false);
};

describe.skipIf(!chromiumPath)('the back office', () => {
  beforeAll(async () => {
    // a number stands in the bar of tabs where work waits
    await submitNightBus(platform);
  });

  it('has a shell of its own with a strict policy, which no page frames and no cache stores (ADM-40)', async () => {
    const answers = await Promise.all(
      ['/admin', '/admin/', '/admin/usage', '/admin/anything?tab=x'].map((path) =>
        fetch(platform.url + path),
      ),
    );
    for (const { status, headers } of answers) {
      expect(status).toBe(200);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default");
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-robots-tag')).toBe('noindex');
    }
    const html = (await answers[0]?.text()) ?? '';
    const script = /src="(\/admin\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? '';
    const asset = await fetch(platform.url + script, { headers: { 'accept-encoding': 'br' } });
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(asset.headers.get('content-encoding')).toBe('br');
    expect((await fetch(`${platform.url}/admin/assets/none-12345678.js`)).status).toBe(404);
    const shop = await fetch(platform.url);
    expect(shop.headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(await shop.text()).not.toContain('/admin/assets/');
  });

  it('takes no string as HTML or script, and parses texts (Trusted Types)', async () => {
    await using visitor = await openDesk(browser, platform, platform.admin);
    const page = await visitor.newPage();
    await page.goto(`${platform.url}/admin`);
    await settled(page, 'dashboard');
    const outcome = (act: string): Promise<string> =>
      page.evaluate(`(() => { try { ${act}; return 'done'; } catch (error) { return error.name; } })()`);

    expect(await outcome(`document.body.insertAdjacentHTML('beforeend', '<b>x</b>')`)).toBe('TypeError');
    expect(await outcome(`document.createElement('div').innerHTML = '<img src=x>'`)).toBe('TypeError');
    expect(await outcome(`document.createElement('script').src = '/x.js'`)).toBe('TypeError');
    expect(await outcome(`document.createElement('script').text = 'x()'`)).toBe('TypeError');
    expect(await outcome(`trustedTypes.createPolicy('other', {})`)).toBe('TypeError');
    expect(await outcome(`document.createElement('div').innerHTML = ''`)).toBe('done');
    expect(await outcome(`new DOMParser().parseFromString('<b>x</b>', 'text/html')`)).toBe('done');
  });

  it('opens to admins: visitors log in first and come back, readers see their profile (WEB-07)', async () => {
    await using visitor = await openVisitor(browser, platform.url);
    const page = await visitor.newPage();
    await page.goto(`${platform.url}/admin?tab=usage`);
    await page.waitForURL((url) => url.pathname === '/login');
    expect(new URL(page.url()).searchParams.get('next')).toBe('/admin?tab=usage');
    await page.getByLabel('Phone number or email').fill('editor@platform.example');
    await page.getByLabel('Password', { exact: true }).fill('a long password of the editor');
    await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
    await settled(page, 'usage');
    expect(new URL(page.url()).search).toBe('?tab=usage');
    expect(visitor.problems).toEqual([]);

    await using reader = await openDesk(browser, platform, await platform.newReader());
    const other = await reader.newPage();
    await other.goto(`${platform.url}/admin`);
    await other.waitForURL((url) => url.pathname === '/profile');
  });

  // `Object.keys` loses the names
  it.each((Object.keys(HEADINGS) as Built[]).flatMap((tab) => WIDTHS.map((width) => [tab, width] as const)))(
    '%s at %i px: nothing overflows, axe finds nothing (ADM-01)',
    async (tab, width) => {
      await using visitor = await openDesk(browser, platform, platform.admin, width);
      const page = await visitor.newPage();
      await page.goto(`${platform.url}/admin?tab=${tab}`);
      await settled(page, tab);
      await page.getByRole('link', { name: 'Publishing 1 received' }).waitFor();
      await expectFine(page, tab);
      expect(visitor.problems).toEqual([]);
    },
  );

  it.each(WIDTHS)(
    'BEY-08 at %i px a card explains its number: axe finds nothing, the file is what it was computed from',
    async (width) => {
      await using visitor = await openDesk(browser, platform, platform.admin, width);
      const page = await visitor.newPage();
      await page.goto(`${platform.url}/admin`);
      await settled(page, 'dashboard');
      await press(page, /^button How is this computed: Active users/);
      const panel = page.getByRole('dialog', { name: 'Active users (last 30 days)' });
      const button = panel.getByRole('button', { name: 'Download CSV' });
      await button.waitFor();
      await expectFine(page, 'explanation');
      const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
      const csv = await readFile(await file.path());

      expect(csv.toString()).toMatch(/^fact,at,type,amount\r\n/);
      expect(await panel.locator('code').textContent()).toBe(createHash('sha256').update(csv).digest('hex'));
      expect(visitor.problems).toEqual([]);
    },
  );

  it('works by keyboard alone, and its counter and lamp follow the services (ADM-03, ADM-48)', async () => {
    await using visitor = await openDesk(browser, platform, platform.admin);
    const page = await visitor.newPage();
    await page.goto(`${platform.url}/admin`);
    await settled(page, 'dashboard');
    await page.getByText('Live', { exact: true }).first().waitFor();

    await press(page, /^a Usage/);
    await settled(page, 'usage');
    await page.keyboard.press('g');
    await page.keyboard.press('l');
    await settled(page, 'contributions');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await tabTo(page, /^button Reload/);
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await settled(page, 'dashboard');

    const run = createClient(virtualRunApi, { baseUrl: platform.api, token: () => platform.admin.token });
    const before = await run.getCounts();
    // the service fills the other fields in, and its contract describes the parsed form
    await run.createRegistration({ body: { name: 'Kiran', email: 'kiran@platform.example' } as never });
    await page
      .locator('b', { hasText: new RegExp(`^${before.total + 1}$`) })
      .first()
      .waitFor({ timeout: 10_000 });
    // what an admin did stands in the list, without a reload
    await page.getByText('virtual-run: create registration').waitFor();

    await visitor.context.setOffline(true);
    await page.getByText('You are offline. What you type is kept here.').waitFor({ timeout: 5_000 });
    await visitor.context.setOffline(false);
    await page.getByText('Live', { exact: true }).first().waitFor({ timeout: 15_000 });
    // the browser reports the requests that had no network
    expect(visitor.problems.filter((problem) => !/ERR_INTERNET_DISCONNECTED/.test(problem))).toEqual([]);
  });

  it('shows a login over the page when the session ends, and the same screen continues (ADM-46)', async () => {
    await using visitor = await openVisitor(browser, platform.url);
    const page = await visitor.newPage();
    const identity = createClient(identityApi, { baseUrl: platform.api });
    const { token, user } = await identity.login({
      body: { email: 'editor@platform.example', password: 'a long password of the editor' },
    });
    await page.goto(platform.url);
    await page.evaluate(
      `localStorage.setItem('token', ${JSON.stringify(token)}); localStorage.setItem('userId', ${JSON.stringify(user._id)})`,
    );
    await page.goto(`${platform.url}/admin?tab=contributions&size=20`);
    await settled(page, 'contributions');
    await createClient(identityApi, { baseUrl: platform.api, token: () => token }).logout();
    await page.getByRole('button', { name: 'Reload' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your login has ended.' });
    await dialog.getByLabel('Phone number or email').fill('editor@platform.example');
    await dialog.getByLabel('Password').fill('a long password of the editor');
    await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await settled(page, 'contributions');
    expect(new URL(page.url()).search).toBe('?tab=contributions&size=20');
    expect(await page.evaluate(`localStorage.getItem('token') !== ${JSON.stringify(token)}`)).toBe(true);
  });
});
