/** P91: pages have their built-in texts without the cms. */
import { textPages as articles, escapeMarkup } from '@satrangi/contracts';
import type { Fixture } from '../../fixture.ts';
import { promiseScenario, type Trial, unless } from './trial.ts';

/** The page as it is sent. */
const rawPage = async (fixture: Fixture, path: string): Promise<string> => {
  const response = await fetch(fixture.url + path);
  const headers = ['x-robots-tag', 'cache-control', 'etag', 'link'].map((name) => response.headers.get(name));
  const html = await response.text();
  return JSON.stringify([response.status, headers, html]);
};

const textPages = [
  '/about',
  '/faq',
  '/terms',
  '/privacy',
  '/refunds',
  '/digital-library-policy',
  '/creator-policy',
  '/crowdfunding',
  '/archives',
  '/digital-library',
  '/support',
  '/',
];

/** Stand for the name and the mailbox of the site, which the paragraphs that are compared do not have. */
const site = { name: '\u0001', tagline: '', email: '\u0001', origin: '' };

/** The paragraphs of the built-in text of an article; none for other pages. */
const builtIn = (path: string): string[] =>
  (articles.find((article) => article.path === path)?.head(site).text ?? [])
    .filter((paragraph) => !paragraph.includes(site.name))
    .map(escapeMarkup);

/** The page is there, and an article with all its words: a heading alone is no text. */
const isWhole = (path: string, page: string | undefined): boolean => {
  const [status, , html] = JSON.parse(page ?? '[]') as [number?, unknown?, string?];
  return (
    status === 200 &&
    /<h1>[^<]+<\/h1>/.test(html ?? '') &&
    builtIn(path).every((paragraph) => html?.includes(paragraph))
  );
};

/** Pages while cms hangs, and while it is killed: the same bytes as before any section was written. */
export const pagesWithoutCms: Trial<undefined> = async (fixture) => {
  const read = () => Promise.all(textPages.map((path) => rawPage(fixture, path)));
  const part = fixture.part('cms');
  const partial = (pages: readonly string[]): string[] =>
    textPages.filter((path, n) => !isWhole(path, pages[n]));
  // no answer of cms is cached
  await fixture.crash('gateway');
  await fixture.ready();
  part.kill('SIGSTOP');
  const hanging = await read().finally(() => part.kill('SIGCONT'));
  const resume = await part.hold();
  await fixture.crash('gateway');
  const { url } = fixture;
  for (let tries = 0; tries < 200; tries += 1) {
    if (
      await fetch(url).then(
        (response) => response.ok,
        () => false,
      )
    )
      break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const down = await read().finally(resume);
  await fixture.ready();
  return {
    detail: `${textPages.length} pages while cms hangs and while it is down`,
    broken: unless({
      [`without built-in text while cms hangs: ${partial(hanging).join(' ')}`]: partial(hanging).length === 0,
      [`without built-in text while cms is down: ${partial(down).join(' ')}`]: partial(down).length === 0,
      'the pages differ': JSON.stringify(hanging) === JSON.stringify(down),
    }),
  };
};

export const withoutCms = promiseScenario(
  'pages without cms',
  'pages have their built-in texts while cms hangs or is down (P91)',
  pagesWithoutCms,
  () => undefined,
);
