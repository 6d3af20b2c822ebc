import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, openBrowser, openVisitor, signIn } from './support/browser.ts';
import { httpRequest } from './support/http-request.ts';
import { usePlatform } from './support/opened.ts';
import type { Person } from './support/platform-fixture.ts';

/** XSS payloads: each would set `hurt`, or send a request to another host, if it were interpreted as HTML. */
const ELSEWHERE = 'https://canary.example/seen';
const scripts = [
  '<script>hurt=1</script>',
  '<SCRIPT/x>hurt=1</SCRIPT >',
  '<scr<script>ipt>hurt=1</scr</script>ipt>',
  '<img src=x onerror=hurt=1>',
  `<img src="${ELSEWHERE}">`,
  `<img srcset="${ELSEWHERE} 2x" src=x>`,
  '<image href=x onerror=hurt=1>',
  '<svg onload=hurt=1>',
  '<svg><animate onbegin=hurt=1 attributeName=x dur=1s>',
  `<svg><image href="${ELSEWHERE}"/></svg>`,
  `<svg><use href="${ELSEWHERE}#x"/></svg>`,
  '<math><mtext><table><mglyph><style><img src=x onerror=hurt=1>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=hurt=1>',
  '<noscript><p title="</noscript><img src=x onerror=hurt=1>">',
  '<iframe srcdoc="<script>parent.hurt=1</script>">',
  '<iframe src=javascript:parent.hurt=1>',
  `<iframe src="${ELSEWHERE}"></iframe>`,
  `<object data="${ELSEWHERE}"></object>`,
  `<embed src="${ELSEWHERE}">`,
  `<link rel=stylesheet href="${ELSEWHERE}">`,
  `<style>@import "${ELSEWHERE}";</style>`,
  `<div style="background:url(${ELSEWHERE})">x</div>`,
  `<meta http-equiv=refresh content="0;url=${ELSEWHERE}">`,
  `<base href="${ELSEWHERE}/">`,
  '<details open ontoggle=hurt=1>',
  '<input autofocus onfocus=hurt=1>',
  '<video><source onerror=hurt=1>',
  '<body onload=hurt=1>',
  '<a href="javascript:hurt=1" id=planted>x</a>',
  '"><img src=x onerror=hurt=1>',
  "'-(hurt=1)-'",
  '$' + '{hurt=1}',
  '{{constructor.constructor("hurt=1")()}}',
  '</title><script>hurt=1</script>',
  '</textarea><img src=x onerror=hurt=1>',
  '</script><script>hurt=1</script>',
  '<!--><img src=x onerror=hurt=1>-->',
  '<![CDATA[<img src=x onerror=hurt=1>]]>',
  'javascript:hurt=1',
  'data:text/html,<script>parent.hurt=1</script>',
  '&lt;img src=x onerror=hurt=1&gt;',
  '\u202e<img src=x onerror=hurt=1>',
];
/** Elements that a page contains when a payload was interpreted. */
const PLANTED =
  '#planted, [onerror], [onload], [onfocus], [onbegin], [ontoggle], [src="x"], [href^="javascript:"], mglyph, iframe, object, embed, base, main style, main script:not([type="application/ld+json"])';
const SHELVED = 24;
const all = scripts.join('\n');
/** As many payloads as fit into a field. */
const within = (max: number, from = 0): string =>
  scripts
    .slice(from)
    .reduce((text, script) => (text.length + script.length < max ? text + script : text), '');

const platform = usePlatform();
let reader: Person;
const books: string[] = [];

const draftOf = (script: string) => ({
  title: script,
  altTitle: script,
  author: script,
  authorPronouns: '<b>she',
  tagline: script,
  description: all,
  moreInfo: all,
  genres: [script.slice(0, 60)],
  tags: [script.slice(0, 60)],
  contentNotes: [within(60)],
  formats: ['text'],
  language: 'en',
  priceINR: 0,
  priceUSD: 0,
});

beforeAll(async () => {
  reader = await platform.newReader();
  for (const script of scripts.slice(0, SHELVED)) {
    const made = await httpRequest(`${platform.api}/admin/ebooks`, {
      token: platform.admin.token,
      json: draftOf(script),
    });
    expect([script, made.status, made.error]).toEqual([script, 201, undefined]);
    books.push((made.json as { _id: string })._id);
  }
  const [book = ''] = books;
  const responses = await Promise.all([
    httpRequest(`${platform.api}/users/profile`, {
      method: 'PATCH',
      token: reader.token,
      json: { name: within(80, 3), pronouns: '<b>they', bio: within(400) },
    }),
    httpRequest(`${platform.api}/reviews/ebook/${book}`, {
      token: reader.token,
      json: { rating: 5, comment: within(490, 20) },
    }),
  ]);
  expect(responses.map(({ status, error }) => [status < 300, error])).toEqual([
    [true, undefined],
    [true, undefined],
  ]);
});

const settle = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  for (let n = 0; n < 5; n += 1) {
    await page.mouse.wheel(0, 1_500);
    await page.waitForTimeout(150);
  }
};

describe.skipIf(!chromiumPath)('XSS payloads', () => {
  it.each([
    ['the shop', () => '/'],
    ['the list of eBooks', () => '/e-books'],
    ['a search', () => `/e-books?q=${encodeURIComponent('<img src=x onerror=hurt=1>')}`],
    ['an eBook with a review', () => `/ebook/${books[0]}`],
    ['an eBook whose title is a picture', () => `/ebook/${books[3]}`],
    ['the library', () => '/digital-library'],
    ['the profile', () => '/profile'],
    ['a page there is not', () => '/%3Cimg%20src=x%20onerror=hurt=1%3E'],
  ])(
    'are shown as text on %s: no script runs and no other host gets a request (S28, WEB-111)',
    async (_name, place) => {
      await using browser = await openBrowser();
      await using visitor = await openVisitor(browser, platform.url);
      const page = await visitor.newPage();
      await signIn(page, platform.url, { email: 'reader-1@platform.example', password: 'a long password' });
      const dialogs: string[] = [];
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.message());
        void dialog.dismiss();
      });

      await page.goto(platform.url + place());
      await settle(page);

      expect(await page.evaluate(`'hurt' in globalThis`)).toBe(false);
      expect(await page.locator(PLANTED).evaluateAll((found) => found.map(String))).toEqual([]);
      expect(dialogs).toEqual([]);
      expect(visitor.problems).toEqual([]);
    },
  );

  it('are really shown, and a planted script is detected', async () => {
    await using browser = await openBrowser();
    await using visitor = await openVisitor(browser, platform.url);
    const page = await visitor.newPage();
    await page.goto(`${platform.url}/ebook/${books[3]}`);
    await settle(page);

    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain(scripts[3]);
    expect(await page.getByText('<details open ontoggle=hurt=1>').count()).toBeGreaterThan(0);

    await page.goto('about:blank');
    await page.setContent(scripts.slice(0, 8).join(''));
    await page.waitForTimeout(500);
    expect(await page.evaluate(`'hurt' in globalThis`)).toBe(true);
  });
});
