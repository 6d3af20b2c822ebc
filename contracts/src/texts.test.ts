import { expect, it } from 'vitest';
import { defaultHelplines, HELPLINES_KEY } from './crisis.ts';
import { sitePages } from './site-pages.ts';
import { fillText, html, paragraphsOf, plain, resolveText } from './texts/page-text.ts';
import { pageTexts } from './texts.ts';

it('CMS-12: every text belongs to a page of the site, and its key names that page', () => {
  const pages = new Set<string>(sitePages.map(({ id }) => id));

  expect(pageTexts.filter(({ page }) => !pages.has(page))).toEqual([]);
  expect(new Set(pageTexts.map(({ key }) => key)).size).toBe(pageTexts.length);
});

it('WEB-108: every text has a fallback that fits its place', () => {
  expect(pageTexts.filter(({ fallback, max }) => fallback.length === 0 || fallback.length > max)).toEqual([]);
  expect(pageTexts.filter(({ kind, fallback }) => kind === 'plain' && /[<>]/.test(fallback))).toEqual([]);
});

it('CMS-16: a section replaces its text; without one, or without words in it, the fallback is shown', () => {
  const title = plain('Heading', 'The archives', 20);

  expect(resolveText(title, undefined)).toBe('The archives');
  expect(resolveText(title, '<p><br></p>')).toBe('The archives');
  expect(resolveText(title, '<p>अभिलेख &amp; <em>दूरदर्शन</em></p>')).toBe('अभिलेख & दूरदर्शन');
  expect(resolveText(title, `<p>${'long '.repeat(90)}</p>`)).toBe('long long long long…');
  expect(resolveText(html('Text', '<p>a</p>'), '<p>b</p>')).toBe('<p>b</p>');
});

it('words of rich text are plain text, one paragraph for each block', () => {
  expect(paragraphsOf('<h2>One</h2><p>two<br>three &lt;b&gt;</p><ul><li><p>four</p></li></ul>')).toEqual([
    'One',
    'two',
    'three <b>',
    'four',
  ]);
});

it('the helplines of the release are the paragraphs of their text, also after an editor emptied it', () => {
  const text = pageTexts.find(({ key }) => key === HELPLINES_KEY);
  if (!text) expect.unreachable();

  expect(paragraphsOf(text.fallback)).toEqual(defaultHelplines);
  expect(paragraphsOf(resolveText(text, '<p><br></p>'))).toEqual(defaultHelplines);
});

it('texts name the site and its mailbox', () => {
  expect(fillText('{name}: {email} {other}', { name: 'Satrangi', email: 'a@b.c' })).toBe(
    'Satrangi: a@b.c {other}',
  );
});
