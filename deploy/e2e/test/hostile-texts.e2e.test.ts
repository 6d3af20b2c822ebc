/** What editors, imports and pages bring in never runs (P52). `SIZE=nightly`: 10,000 mutations. */
import { type Client, cmsApi, createClient, identityApi, pageTexts } from '@satrangi/contracts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, openVisitor } from './support/browser.ts';
import { CANARY, mutate, payloads } from './support/hostile-html.ts';
import { isNightly } from './support/looks.ts';
import { EDITOR, startShop } from './support/npm-start.ts';
import { useShopInChromium } from './support/opened.ts';

const MUTATIONS = isNightly ? 10_000 : 300;
const CONCURRENCY = 8;
const SECTION_BYTES = 50_000;
const POST_BYTES = 300_000;
const SETTLE_MS = 400;
const IMPORT_CHARACTERS = 100_000;

/** Paths of the pages that consist of one rich text, by its key. */
const articlePages: Readonly<Record<string, string>> = {
  'about.mission': '/about',
  'faq.body': '/faq',
  'terms.body': '/terms',
  'privacy.body': '/privacy',
  'refunds.body': '/refunds',
  'librarypolicy.body': '/digital-library-policy',
  'creatorpolicy.body': '/creator-policy',
  'crowdfunding.body': '/crowdfunding',
};
/** Pages of plain texts, whose sections are shown as words. */
const plainPages = ['/', '/archives', '/digital-library', '/support'];

/** Joins texts up to a size, so that many of them are shown at once. */
const packed = (texts: readonly string[], bytes: number): string[] => {
  const packs: string[] = [''];
  for (const text of texts) {
    const last = packs.at(-1) ?? '';
    if (Buffer.byteLength(last) + Buffer.byteLength(text) > bytes) packs.push(text);
    else packs[packs.length - 1] = last + text;
  }
  return packs;
};

const mapConcurrently = async <T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = [];
  const queue = items.entries();
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (const [index, item] of queue) results[index] = await work(item);
    }),
  );
  return results;
};

/** Scripts that ran, requests to other hosts, and violations of the policy, of all pages that are opened with it. */
const watch = (page: Page): string[] => {
  const harm: string[] = [];
  page.on('dialog', (dialog) => {
    harm.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (request.url().startsWith(CANARY)) harm.push(`request ${request.url()}`);
  });
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) harm.push(`policy ${message.text().slice(0, 200)}`);
  });
  return harm;
};

/** Points at what a reader may point at, so that handlers of such events would run. */
const touch = async (page: Page): Promise<void> => {
  await page.evaluate(`for (const element of document.querySelectorAll('main *'))
    for (const type of ['mouseover', 'pointerenter', 'focus', 'mouseenter'])
      element.dispatchEvent(new MouseEvent(type, { bubbles: true }))`);
  await page.evaluate(`for (const link of document.querySelectorAll('main a[href]'))
    if (!/^(https?|mailto|tel):$/.test(link.protocol)) link.click()`);
  await page.waitForTimeout(SETTLE_MS);
};

describe.skipIf(!chromiumPath)('hostile texts in Chromium (P52, CMS-25, CMS-35)', () => {
  const { shop, browser } = useShopInChromium(() =>
    startShop({ SEED: 'off', LIMIT_CHEAP_PER_MINUTE: '1000000' }),
  );
  let editor: Client<typeof cmsApi>;
  const hostile = [...payloads, ...mutate(MUTATIONS)];

  beforeAll(async () => {
    const baseUrl = `${shop.url}/api`;
    const { token } = await createClient(identityApi, { baseUrl }).login({ body: EDITOR });
    editor = createClient(cmsApi, { baseUrl, token: () => token });
  });

  /** Opens a page with these texts. @returns what harm it did */
  const visit = async (paths: readonly string[], javaScriptEnabled = true): Promise<string[]> => {
    await using visitor = await openVisitor(browser, shop.url, { javaScriptEnabled });
    const page = await visitor.newPage();
    const harm = watch(page);
    for (const path of paths) {
      await page.goto(shop.url + path);
      await page.locator('h1').first().waitFor();
      if (javaScriptEnabled) await touch(page);
    }
    return [...harm, ...visitor.problems];
  };

  it('saved as sections: nothing runs on any page that shows them', async () => {
    const shown = await mapConcurrently(hostile, async (content) => {
      const key = `hostile.probe-${Math.random()}`;
      return (await editor.saveSection({ body: { key, content, status: 'draft' } })).content;
    });
    // each text was sanitised alone, so that none swallows the next one
    const packs = packed(shown, SECTION_BYTES);
    const keys = Object.keys(articlePages);
    for (let from = 0; from < packs.length; from += keys.length) {
      const round = packs.slice(from, from + keys.length);
      for (const [index, content] of round.entries())
        await editor.saveSection({ body: { key: keys[index] ?? '', content: `<h2>One</h2>${content}` } });
      const paths = round.map((_, index) => articlePages[keys[index] ?? ''] ?? '/');
      expect(await visit(paths)).toEqual([]);
    }
    const plainKeys = pageTexts.filter(({ kind }) => kind === 'plain').map(({ key }) => key);
    for (const [index, key] of plainKeys.entries())
      await editor.saveSection({ body: { key, content: hostile.slice(index * 5, index * 5 + 5).join(' ') } });
    expect(await visit(plainPages)).toEqual([]);
    expect(await visit(plainPages, false)).toEqual([]);
  }, 1_200_000);

  it('saved as posts: nothing runs on the post, its text edition, the list and without JavaScript', async () => {
    const probe = await editor.createBlog({ body: { title: 'Probe', author: 'Asha', content: '<p>x</p>' } });
    const shown = await mapConcurrently(hostile.slice(0, isNightly ? undefined : 200), async (content) => {
      const saved = await editor.createBlog({
        body: {
          title: content.slice(0, 150).trim() || 'x',
          author: content.slice(0, 150).trim() || 'x',
          content: `<p>.</p>${content}`,
        },
      });
      await editor.deleteBlog({ params: { id: saved._id } });
      return saved.content;
    });
    const packs = packed(shown, POST_BYTES);
    for (const content of packs) {
      const title = payloads[packs.indexOf(content) % payloads.length]?.slice(0, 150) ?? 'x';
      const body = {
        ...probe,
        title: title.trim() || 'x',
        author: title.trim() || 'x',
        content,
        published: true,
      };
      const { _id } = await editor.createBlog({ body: { ...body, excerpt: title.trim() } });
      const isListed = async () => (await editor.listBlogs()).some((blog) => blog._id === _id);
      await expect.poll(isListed).toBe(true);
      expect(await visit([`/blogs/${_id}`, '/blogs', `/text/blogs/${_id}`])).toEqual([]);
      expect(await visit([`/blogs/${_id}`, `/text/blogs/${_id}`], false)).toEqual([]);
    }
  }, 1_200_000);

  it('imported from a document: nothing runs', async () => {
    // a document holds many of them; one that swallows the next is cut off at the end of its document
    for (const content of packed(hostile, IMPORT_CHARACTERS / (isNightly ? 1 : 8))) {
      const added = await fetch(`${shop.url}/sandbox/docs`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ title: payloads[7], content: `<html><body><p>.</p>${content}</body></html>` }),
      });
      const { link } = (await added.json()) as { link: string };
      const { blogId = '' } = await editor.importBlog({
        body: { driveLink: link, persist: true, author: 'Asha' },
      });
      const post = await editor.getBlog({ params: { id: blogId }, query: { all: '1' } });
      await editor.updateBlog({ params: { id: blogId }, body: { ...post, published: true } });
      expect(await visit([`/blogs/${blogId}`, `/text/blogs/${blogId}`])).toEqual([]);
    }
  }, 1_200_000);

  it('negative control: the same texts in a page that does not sanitise are detected', async () => {
    await using visitor = await openVisitor(browser, shop.url);
    const page = await visitor.newPage();
    const harm = watch(page);
    await page.setContent(`<main>${payloads.slice(0, 12).join('')}</main>`);
    await page.waitForTimeout(1_000);
    await page.goto(`${shop.url}/newsletter`);
    await page.locator('h1').first().waitFor();
    await page.evaluate(
      `document.querySelector('main').insertAdjacentHTML('beforeend', ${JSON.stringify(payloads[5])})`,
    );

    await expect.poll(() => harm.join('\n')).toMatch(/dialog 1/);
    await expect.poll(() => harm.join('\n')).toMatch(/request https:\/\/canary/);
    await expect.poll(() => harm.join('\n')).toMatch(/policy /);
  });
});
