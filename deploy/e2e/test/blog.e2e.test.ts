import { type Client, cmsApi, createClient, identityApi, shareCodeOf } from '@satrangi/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from './support/axe.ts';
import { chromiumPath, openVisitor } from './support/browser.ts';
import { EDITOR, startShop } from './support/npm-start.ts';
import { useShopInChromium } from './support/opened.ts';

const CANARY = 'https://canary.example';
/** Texts that try to run a script, or to tell another host who reads. */
const hostile = [
  `<script>alert(1)</script><script src="${CANARY}/a.js"></script>`,
  `<img src=x onerror="alert(1)"><img src="${CANARY}/b.png">`,
  `<svg onload="alert(1)"><image href="${CANARY}/c.svg"/></svg>`,
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  `<p style="background:url(${CANARY}/d.png)" onmouseover="alert(1)">over</p>`,
  '<a href="javascript:alert(1)">one</a><a href="java&#9;script:alert(1)">two</a>',
  `<iframe srcdoc="<script>parent.alert(1)</script>"></iframe><link rel=stylesheet href="${CANARY}/e.css">`,
  '<details open ontoggle="alert(1)">x</details><body onload="alert(1)">',
].join('');

describe.skipIf(!chromiumPath)('the blog in Chromium', () => {
  const here = useShopInChromium(() => startShop({ SEED: 'off' }));
  let editor: Client<typeof cmsApi>;
  beforeAll(async () => {
    const baseUrl = `${here.shop.url}/api`;
    const { token } = await createClient(identityApi, { baseUrl }).login({ body: EDITOR });
    editor = createClient(cmsApi, { baseUrl, token: () => token });
  });
  const publish = (title: string, content: string) =>
    editor.createBlog({ body: { title, author: 'Meher', content, published: true } });

  it('WEB-67: a list that is open shows new posts, and a withdrawn post becomes an unknown page', async () => {
    await using visitor = await openVisitor(here.browser, here.shop.url);
    const page = await visitor.newPage();
    await page.goto(`${here.shop.url}/blogs`);
    await page.getByText('No blog posts found.').waitFor();

    const post = await publish('A Walk at Night', '<p>The river and the bridge.</p>');
    await page.getByRole('link', { name: 'A Walk at Night' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'A Walk at Night' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);

    await editor.updateBlog({ params: { id: post._id }, body: { ...post, published: false } });
    await page.getByRole('heading', { level: 1, name: '404: Not Found' }).waitFor();
    const answers = await Promise.all(
      [post._id, 'unknown'].map((id) => fetch(`${here.shop.url}/blogs/${id}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(visitor.problems).toEqual([]);
  });

  it('P52: a hostile text runs no script and sends no request to another host', async () => {
    const { _id } = await publish('Hostile', `<p>before</p>${hostile}<p>after</p>`);
    await using visitor = await openVisitor(here.browser, here.shop.url);
    const page = await visitor.newPage();
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await page.goto(`${here.shop.url}/blogs/${_id}`);
    await page.getByText('after').first().waitFor();
    for (const link of await page
      .getByRole('main')
      .getByText(/^(one|two|over)$/)
      .all())
      await link.click();
    await page.goto(`${here.shop.url}/blogs`);
    await page.getByRole('link', { name: 'Hostile' }).waitFor();

    expect(dialogs).toEqual([]);
    expect(visitor.problems).toEqual([]);
  });

  it('BEY-05: a plain link names nothing until its button is pressed, with and without JavaScript', async () => {
    const { _id } = await publish('The Blue Door', '<p>Two rooms and a guava tree.</p>');
    const link = `${here.shop.url}/s/${shareCodeOf(_id)}`;
    for (const javaScriptEnabled of [true, false]) {
      await using visitor = await openVisitor(here.browser, here.shop.url, { javaScriptEnabled });
      const page = await visitor.newPage();
      await page.goto(link);
      expect(await page.title()).toBe('A page to read');
      expect(await page.content()).not.toMatch(/Blue Door|guava|Satrangi/);
      await page.getByRole('button', { name: 'Open' }).press('Enter');
      await page.waitForURL(`${here.shop.url}/blogs/${_id}`);
      expect(await page.evaluate('document.referrer')).toBe('');
      await expect.poll(() => page.content()).toContain('Two rooms and a guava tree.');
    }
  });
});
