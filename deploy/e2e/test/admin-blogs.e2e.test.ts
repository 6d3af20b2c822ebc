/** The tab Blogs in Chromium against the real services: what it looks like, and a post by keyboard. */
import { cmsApi, createClient, databaseName } from '@satrangi/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectFine, openDesk, waitForTab, widthsInTurn } from './support/back-office.ts';
import { chromiumPath, saveForReview } from './support/browser.ts';
import { tabTo } from './support/keyboard.ts';
import { useBrowser, usePlatform } from './support/opened.ts';
import { drawnBy } from './support/title-fonts.ts';

const platform = usePlatform();
const browser = useBrowser();
let postId: string;

const storedPost = (title: string) =>
  platform.mongo.db(databaseName('cms')).collection('blogs').findOne({ title });

describe.skipIf(!chromiumPath)('the tab Blogs', () => {
  beforeAll(async () => {
    const cms = createClient(cmsApi, { baseUrl: platform.api, token: () => platform.admin.token });
    const content =
      '<h2>A heading</h2><p>A text with <strong>weight</strong> and a list.</p><ul><li>One</li></ul>';
    const made = await cms.createBlog({
      body: { title: 'बरसात की चिट्ठी', author: 'Meera Sahni', content, published: true },
    });
    postId = made._id;
    await cms.createBlog({ body: { title: 'A draft', author: 'Ira', content } });
  });

  it.each(
    (['list', 'post', 'import'] as const).flatMap((name, turn) =>
      widthsInTurn(turn).map((width) => [name, width] as const),
    ),
  )('%s at %i px: nothing overflows, axe finds nothing (ADM-29)', async (name, width) => {
    await using visitor = await openDesk(browser, platform, platform.admin, width);
    const page = await visitor.newPage();
    const opened = { list: '', post: `&open=${postId}`, import: '&open=import' }[name];
    await page.goto(`${platform.url}/admin?tab=blogs${opened}`);
    await waitForTab(page, 'Blogs');
    if (name !== 'list') await page.getByRole('form').waitFor();
    if (name === 'post') await page.locator('.ql-editor').waitFor();
    await expectFine(page, `blogs-${name}`);
    expect(visitor.problems).toEqual([]);
  });

  it.each([
    ['hi', 'ऋण, ढोल और ङ ञ झ'],
    ['ta', 'ஔவை, ஞானம், ஙப்போல்'],
    ['bn', 'ঔষধ, ঢেউ, ঋতু, ঞ'],
    ['ur', 'ژالہ، ضبط، ظلم، پہاڑ'],
  ])('a title in %s has its letters in list and drawer, with fonts of the site', async (lang, title) => {
    const cms = createClient(cmsApi, { baseUrl: platform.api, token: () => platform.admin.token });
    const { _id } = await cms.createBlog({ body: { title, author: title, content: '<p>A text.</p>' } });
    await using visitor = await openDesk(browser, platform, platform.admin);
    const page = await visitor.newPage();
    await page.goto(`${platform.url}/admin?tab=blogs&open=${_id}`);
    await page.getByRole('heading', { name: title }).waitFor();
    await page.evaluate('document.fonts.ready');
    await saveForReview(page, `admin-blogs-letters-${lang}`);
    for (const selector of ['dialog h2', `tr[data-row="${_id}"]`, `tr[data-row="${_id}"] td:nth-child(2)`])
      for (const font of await drawnBy(page, selector))
        expect(font, selector).toMatchObject({ isCustomFont: true });
    await cms.deleteBlog({ params: { id: _id } });
  });

  it('a drawer that is closed twice at once goes back one place, and closes again after Forward (ADM-01)', async () => {
    await using visitor = await openDesk(browser, platform, platform.admin);
    const page = await visitor.newPage();
    await page.goto(`${platform.url}/admin?tab=users`);
    await page.getByRole('link', { name: 'Blogs' }).click();
    await waitForTab(page, 'Blogs');
    await page.getByRole('button', { name: 'A draft', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'A draft' });
    for (const way of ['first', 'again']) {
      if (way === 'again') await page.goForward();
      await drawer.waitFor();
      await page.evaluate(
        `{ const close = document.querySelector('dialog[open] [aria-label="Close"]'); close.click(); close.click(); }`,
      );
      await drawer.waitFor({ state: 'detached' });
      // a second step back would be seen by then: the list of users calls its service
      await page.getByRole('button', { name: 'A draft', exact: true }).waitFor();
      expect(new URL(page.url()).search, way).toBe('?tab=blogs');
    }
  });

  it('a drawer with unsaved changes asks each time it is closed (ADM-44)', async () => {
    await using visitor = await openDesk(browser, platform, platform.admin);
    const page = await visitor.newPage();
    await page.goto(`${platform.url}/admin?tab=blogs`);
    await waitForTab(page, 'Blogs');
    await page.getByRole('button', { name: 'A draft', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'A draft' });
    await drawer.getByLabel('Author').fill('Someone else');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    for (const answer of ['Stay', 'Stay', 'Leave']) {
      await drawer.getByRole('button', { name: 'Close', exact: true }).click();
      await question.getByRole('button', { name: answer, exact: true }).click();
      await question.waitFor({ state: 'detached' });
    }
    await drawer.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?tab=blogs');
  });

  it('works by keyboard: write, preview, publish, find, delete and undo (ADM-29, ADM-44)', async () => {
    await using visitor = await openDesk(browser, platform, platform.admin);
    const page = await visitor.newPage();
    await page.goto(`${platform.url}/admin?tab=blogs`);
    await waitForTab(page, 'Blogs');
    await tabTo(page, /^button New post/);
    await page.keyboard.press('Enter');
    const form = page.getByRole('form', { name: 'New post' });
    await form.waitFor();
    await form.getByLabel('Title').focus();
    await page.keyboard.type('Night duty');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Sulekha Sen');
    await page.locator('.ql-editor').focus();
    await page.keyboard.type('The ward at four.');
    await form.getByLabel(/^Published/).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ControlOrMeta+s');
    await page.waitForURL(/open=night-duty/);
    expect(await storedPost('Night duty')).toMatchObject({ author: 'Sulekha Sen', published: true });
    // the drawer of the new post makes way for that of the stored one
    await page.getByRole('form', { name: 'Edit Night duty' }).waitFor();
    await tabTo(page, /^button Preview/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Night duty' }).nth(1).getByText('The ward at four.').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('form').waitFor({ state: 'detached' });
    await page.locator('dialog[open]').waitFor({ state: 'detached' });

    await tabTo(page, /^button Sync/);
    await page.keyboard.press('Enter');
    await page.getByText('Found 3 posts').waitFor();
    await tabTo(page, /^button Delete A draft/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Delete ‘A draft’?' }).waitFor();
    await tabTo(page, /^button Delete$/);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await page.getByRole('button', { name: 'A draft', exact: true }).waitFor();
    expect(await storedPost('A draft')).not.toBeNull();
    expect(visitor.problems).toEqual([]);
  });
});
