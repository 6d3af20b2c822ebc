/** Site Content in Chromium against the real services: conflicts (P81), what was typed (P82), preview, keyboard, axe. */
import { cmsApi, createClient, identityApi } from '@satrangi/contracts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from './support/axe.ts';
import { expectFine, openDesk, widthsInTurn } from './support/back-office.ts';
import { chromiumPath, saveForReview } from './support/browser.ts';
import { press, tabTo } from './support/keyboard.ts';
import { useBrowser, usePlatform } from './support/opened.ts';
import type { Person } from './support/platform-fixture.ts';

const KEY = 'home.mission';
const EDITOR = { email: 'editor@platform.example', password: 'a long password of the editor' };
const TYPED = 'Ek “do” तीन 🏳️‍🌈 <b>four</b> & five';

const platform = usePlatform();
const browser = useBrowser();

const cms = () => createClient(cmsApi, { baseUrl: platform.api, token: () => platform.admin.token });
const storedText = async (key = KEY): Promise<string> =>
  (await cms().getSection({ params: { key }, query: { draft: '1' } })).content;

const openAs = (person: Person, width?: number) => openDesk(browser, platform, person, width);

const openSection = async (page: Page, key = KEY): Promise<void> => {
  await page.goto(`${platform.url}/admin?tab=content&key=${key}`);
  await page.getByRole('switch', { name: 'Published' }).waitFor();
};
const field = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
const saved = (page: Page) => page.getByText(/^Saved( \d\d:\d\d)?$/).waitFor();

/** A login of its own, which a test can end. */
const ownLogin = async (): Promise<Person> => {
  const { token, user } = await createClient(identityApi, { baseUrl: platform.api }).login({ body: EDITOR });
  return { token, userId: user._id };
};

const secondAdmin = async (): Promise<Person> => {
  const { userId } = await platform.newReader();
  const identity = createClient(identityApi, { baseUrl: platform.api, token: () => platform.admin.token });
  const email = 'second@platform.example';
  await identity.updateUser({
    // the contract wants the brand of a parsed id
    params: { id: userId as never },
    body: { name: 'Second', email, role: 'ADMIN' },
  });
  const { token } = await identity.login({ body: { email, password: 'a long password' } });
  return { token, userId };
};

describe.skipIf(!chromiumPath)('Site Content', () => {
  beforeAll(async () => {
    await cms().saveSection({ body: { key: KEY, content: 'First text' } });
    await cms().saveSection({
      body: { key: 'home.notice', content: '<p>One <strong>two</strong> three</p>' },
    });
    await cms().saveSection({
      body: { key: 'home.notice', content: '<p>One <strong>two</strong> four</p>' },
    });
  });

  it('two admins: the later save undoes nothing, the panel shows both texts (P81)', async () => {
    await cms().saveSection({ body: { key: KEY, content: 'We print at night' } });
    await using first = await openAs(platform.admin);
    await using second = await openAs(await secondAdmin());
    const [one, two] = [await first.newPage(), await second.newPage()];
    await Promise.all([openSection(one), openSection(two)]);
    await field(two).fill('We print at noon');
    await field(one).fill('We print by lamplight');
    await save(one);
    await saved(one);
    expect(await storedText()).toBe('We print by lamplight');

    await save(two);
    const panel = two.getByRole('dialog', { name: 'Content changed since you opened it' });
    await panel.locator('mark', { hasText: 'lamplight' }).waitFor();
    await panel.locator('mark', { hasText: 'noon' }).waitFor();
    expect(await storedText()).toBe('We print by lamplight');
    await saveForReview(two, 'admin-content-conflict-1280-light');
    expect(await axeViolations(two)).toEqual([]);
    await panel.getByRole('button', { name: 'Save what is chosen' }).click();
    await saved(two);
    expect(await storedText()).toBe('We print at noon');
    const versions = await cms().listVersions({ params: { key: KEY } });
    expect(versions[0]?.content).toBe('We print by lamplight');
    // the first desk has typed nothing since: it shows the new text by itself
    await expect.poll(() => field(one).inputValue(), { timeout: 15_000 }).toBe('We print at noon');
    expect([...first.problems, ...second.problems]).toEqual([]);
  });

  it('an ended login: what was typed survives, and is saved after the login over the page (P82, ADM-46)', async () => {
    const login = await ownLogin();
    await using visitor = await openAs(login);
    const page = await visitor.newPage();
    await openSection(page);
    await createClient(identityApi, { baseUrl: platform.api, token: () => login.token }).logout();
    await field(page).fill(TYPED);
    // a click without a mouse: a call in the background may have noticed the ended login first, and its dialog covers this
    await page.getByRole('button', { name: 'Save', exact: true }).dispatchEvent('click');
    const dialog = page.getByRole('dialog', { name: 'Your login has ended.' });
    await dialog.getByLabel('Phone number or email').fill(EDITOR.email);
    await dialog.getByLabel('Password').fill(EDITOR.password);
    await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await field(page).inputValue()).toBe(TYPED);
    await save(page);
    await saved(page);
    expect(await storedText()).toBe('Ek “do” तीन 🏳️‍🌈 &lt;b&gt;four&lt;/b&gt; &amp; five');
  });

  it.each(['reload', 'kill'] as const)(
    'a %s of the tab: what was typed is offered back (P82)',
    async (how) => {
      await using visitor = await openAs(platform.admin);
      let page = await visitor.newPage();
      await openSection(page);
      const text = `${TYPED} after ${how}`;
      await field(page).fill('something else');
      await field(page).fill(text);
      if (how === 'reload') {
        page.on('dialog', (dialog) => void dialog.accept());
        await page.reload();
      } else {
        // a draft is written within 2 seconds: nothing runs in a killed tab
        const drafts =
          'JSON.stringify(Object.entries(localStorage).filter(([key]) => key.startsWith("admin-draft:")))';
        await expect.poll(() => page.evaluate(drafts), { timeout: 10_000 }).toContain('after kill');
        // the page has written it; the browser process receives it a moment later
        await page.waitForTimeout(200);
        const session = await visitor.context.newCDPSession(page);
        const crashed = page.waitForEvent('crash', { timeout: 10_000 });
        // a crashed page answers nothing
        session.send('Page.crash').catch(() => undefined);
        await crashed;
        page = await visitor.newPage();
        await openSection(page);
      }
      await page.getByText(/^You typed something here on /).waitFor();
      await page.getByRole('button', { name: 'Use it' }).click();
      expect(await field(page).inputValue()).toBe(text);
      await save(page);
      await saved(page);
      expect(
        await page.evaluate('Object.keys(localStorage).filter((key) => key.startsWith("admin-draft:"))'),
      ).toEqual([]);
    },
  );

  it('no network: the exact sentence, and the same text is saved when it is back (P82, ADM-24)', async () => {
    await using visitor = await openAs(platform.admin);
    const page = await visitor.newPage();
    await openSection(page);
    await visitor.context.setOffline(true);
    await field(page).fill('Written in a tunnel');
    await save(page);
    await page.getByText('Error saving content.', { exact: true }).waitFor();
    expect(await field(page).inputValue()).toBe('Written in a tunnel');
    await visitor.context.setOffline(false);
    await save(page);
    await saved(page);
    expect(await storedText()).toBe('Written in a tunnel');
  });

  it('the frame shows what is typed before anybody else reads it, and only the back office can do that', async () => {
    await using visitor = await openAs(platform.admin);
    const page = await visitor.newPage();
    await openSection(page);
    const frame = page.frameLocator('iframe[title="Preview of Home"]');
    await frame
      .getByRole('status')
      .filter({ hasText: /^Preview$/ })
      .waitFor();
    await field(page).fill('Seen only at this desk');
    await frame.getByText('Seen only at this desk').waitFor();
    const { content } = await createClient(cmsApi, { baseUrl: platform.api }).getSection({
      params: { key: KEY },
    });
    expect(content).not.toContain('Seen only');
    await saveForReview(page, 'admin-content-preview-1280');
    expect(visitor.problems).toEqual([]);

    const shop = await visitor.newPage();
    await shop.goto(`${platform.url}/?preview=1`);
    await shop.getByRole('heading', { level: 1 }).first().waitFor();
    await shop.evaluate(
      `postMessage({ preview: [{ key: '${KEY}', content: 'From a script of this window' }] }, location.origin)`,
    );
    await shop.waitForTimeout(1_000);
    expect(await shop.getByText('From a script of this window').count()).toBe(0);
    expect(await shop.getByText('Preview', { exact: true }).count()).toBe(0);
  });

  it('works by keyboard alone: choose, type, save, restore a version, deploy (ADM-19, ADM-21, ADM-22)', async () => {
    await using visitor = await openAs(platform.admin);
    const page = await visitor.newPage();
    await page.goto(`${platform.url}/admin`);
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await page.getByText('home.notice').first().waitFor();
    await press(page, /^button home\.notice/);
    const editor = page.getByRole('textbox', { name: 'Text', exact: true });
    await editor.waitFor();
    await tabTo(page, /^div Text/);
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('Now ');
    await page.keyboard.press('Control+s');
    await saved(page);
    expect(await storedText('home.notice')).toBe('<p>Now One <strong>two</strong> four</p>');

    await press(page, /^button Version History/);
    await press(page, /^button Restore the text of/);
    await press(page, /^button Restore$/);
    await expect.poll(() => storedText('home.notice')).toBe('<p>One <strong>two</strong> four</p>');
    await expect.poll(() => editor.textContent()).toContain('One two four');

    await tabTo(page, /^div Text/);
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('Last ');
    await page.keyboard.press('Shift+Tab');
    const before = (await cms().listSnapshots()).length;
    await press(page, /^button Deploy Site Content/);
    await page.getByText(`Deployed as revision ${before + 1}`).waitFor();
    expect(await storedText('home.notice')).toBe('<p>Last One <strong>two</strong> four</p>');
    expect(visitor.problems).toEqual([]);
  });

  it('a deleted section is found after the page was left, and restored by keyboard alone', async () => {
    const key = 'home.farewell';
    await cms().saveSection({ body: { key, content: 'One' } });
    await cms().saveSection({ body: { key, content: 'Two' } });
    await using visitor = await openAs(platform.admin);
    const page = await visitor.newPage();
    await openSection(page, key);
    await press(page, new RegExp(`^button Delete ${key}`));
    await press(page, /^button Delete$/);
    await page.getByText(`Deleted ‘${key}’.`).waitFor();
    await page.goto(`${platform.url}/admin?tab=orders`);
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
    const missing = await createClient(cmsApi, { baseUrl: platform.api })
      .getSection({ params: { key } })
      .then(
        () => false,
        () => true,
      );
    expect(missing).toBe(true);

    await page.goto(`${platform.url}/admin?tab=content`);
    await page.getByText('home.notice').first().waitFor();
    await press(page, /^button Deleted sections$/);
    const panel = page.getByRole('dialog', { name: 'Deleted sections' });
    await panel.getByText(key).waitFor();
    await press(page, new RegExp(`^button Restore ${key}$`));
    await page.getByRole('dialog', { name: `Restore ‘${key}’?` }).waitFor();
    await press(page, /^button Restore$/);
    await page.getByRole('switch', { name: 'Published' }).waitFor();
    await expect.poll(() => field(page).textContent(), { timeout: 10_000 }).toBe('Two');
    expect(page.url()).toContain(`key=${key}`);
    expect(await storedText(key)).toBe('Two');
    expect((await cms().listVersions({ params: { key } })).map(({ content }) => content)).toEqual(['One']);
    expect(await cms().listDeletedSections()).toEqual([]);
    // not lost on the page that was under the panel
    expect(await page.evaluate('document.activeElement?.textContent')).toBe('Deleted sections');
    expect(visitor.problems).toEqual([]);
  });

  it.each(widthsInTurn(1))(
    '%i px: list, editor and history without overflow, axe finds nothing',
    async (width) => {
      await using visitor = await openAs(platform.admin, width);
      const page = await visitor.newPage();
      const check = (name: string) => expectFine(page, `content-${name}`);
      await page.goto(`${platform.url}/admin?tab=content`);
      await page.getByText('home.notice').first().waitFor();
      await check('list');
      await page.goto(`${platform.url}/admin?tab=content&key=home.notice`);
      await page.getByRole('toolbar').waitFor();
      await check('editor');
      await page.getByRole('button', { name: 'Version History' }).click();
      await page.getByRole('dialog').locator('mark').first().waitFor();
      await check('history');
      const key = `home.${'a-long-name-'.repeat(4)}${width}`;
      await cms().saveSection({ body: { key, content: 'Gone' } });
      await cms().deleteSection({ params: { key } });
      await page.goto(`${platform.url}/admin?tab=content&panel=deleted`);
      await page.getByRole('button', { name: `Restore ${key}` }).waitFor();
      await check('deleted');
      expect(visitor.problems).toEqual([]);
    },
  );
});
