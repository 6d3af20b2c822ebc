/** P92: the page of something that is not public tells nothing that the API would not. P91: pages without the cms. */
import type { Fixture } from '../../fixture.ts';
import { forEachConcurrently } from '../../http.ts';
import { editorOf } from './cms-process.ts';
import { randomName } from './readers.ts';
import { promiseScenario, type Trial, unless } from './trial.ts';

type Size = { readonly addresses: number };

const CONCURRENCY = 8;
const kinds = ['draft', 'withdrawn', 'deleted', 'unknown'] as const;
type Kind = (typeof kinds)[number] | 'published';

const createPost = async (fixture: Fixture, kind: Kind): Promise<string> => {
  if (kind === 'unknown') return `/blogs/${randomName('nothing')}`;
  const editor = editorOf(fixture);
  const draft = {
    title: `Hidden ${randomName('title')}`,
    author: 'Asha',
    content: '<p>A text that is not public.</p>',
    published: kind !== 'draft',
  };
  const { _id } = await editor.createBlog({ body: draft });
  if (kind === 'withdrawn')
    await editor.updateBlog({ params: { id: _id }, body: { ...draft, published: false } });
  if (kind === 'deleted') await editor.deleteBlog({ params: { id: _id } });
  return `/blogs/${_id}`;
};

/** The page as it is sent, without the path of its post. */
const rawPage = async (fixture: Fixture, path: string): Promise<string> => {
  const response = await fetch(fixture.url + path);
  const headers = ['x-robots-tag', 'cache-control', 'etag', 'link'].map((name) => response.headers.get(name));
  const html = await response.text();
  return JSON.stringify([response.status, headers, path === '/' ? html : html.replaceAll(path, '{path}')]);
};

export const pageHeads: Trial<Size> = async (fixture, { addresses }) => {
  const perKind = Math.ceil(addresses / (kinds.length + 1));
  const wanted = [...kinds, 'published' as const].flatMap((kind) =>
    Array.from({ length: perKind }, () => kind),
  );
  const pages = new Map<Kind, Set<string>>();
  await forEachConcurrently(wanted, CONCURRENCY, async (kind) => {
    const page = await rawPage(fixture, await createPost(fixture, kind));
    pages.set(kind, (pages.get(kind) ?? new Set()).add(page));
  });
  const hidden = new Set(kinds.flatMap((kind) => [...(pages.get(kind) ?? [])]));
  hidden.add(await rawPage(fixture, `/${randomName('nowhere')}`));
  return {
    detail: `${wanted.length} posts: ${hidden.size} different pages of hidden and unknown ones`,
    broken: unless({
      [`${hidden.size} different pages of hidden posts`]: hidden.size === 1,
      'a hidden page is not 404': [...hidden].every((page) => page.startsWith('[404')),
      'published posts do not have pages of their own': pages.get('published')?.size === perKind,
    }),
  };
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

/** Pages while cms hangs, and while it is killed: the same bytes as before any section was written. */
export const pagesWithoutCms: Trial<undefined> = async (fixture) => {
  const read = () => Promise.all(textPages.map((path) => rawPage(fixture, path)));
  const part = fixture.part('cms');
  const partial = (pages: readonly string[]): string[] =>
    textPages.filter((_, n) => !/^\[200.*<h1>[^<]+<\/h1>/.test(pages[n] ?? ''));
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

export const heads = promiseScenario(
  'page heads',
  'hidden, deleted and unknown posts have one page (P92)',
  pageHeads,
  ({ isNightly }) => ({ addresses: isNightly ? 200 : 60 }),
);

export const withoutCms = promiseScenario(
  'pages without cms',
  'pages have their built-in texts while cms hangs or is down (P91)',
  pagesWithoutCms,
  () => undefined,
);
