/** P92: the page of hidden content reveals nothing that the public API does not: it equals that of an unknown address. */
import { catalogApi, createClient, shareCodeOf, sharePath, virtualRunApi } from '@satrangi/contracts';
import { poll } from '@satrangi/start';
import type { Fixture } from '../../fixture.ts';
import { forEachConcurrently } from '../../http.ts';
import { editorOf } from './cms-process.ts';
import { randomName } from './readers.ts';
import { promiseScenario, type Trial, unless } from './trial.ts';

/** Number of addresses of each kind. */
type Size = { readonly each: number };

const SHOWN_MS = 10_000;
/** More requests at once would wait longer than a page waits for its item. */
const CONCURRENCY = 6;

/** A page as it is sent, without its own address and what differs with each response. */
const pageAt = async (fixture: Fixture, path: string): Promise<string> => {
  const response = await fetch(fixture.url + path);
  const html = await response.text();
  const headers = ['cache-control', 'x-robots-tag', 'link', 'content-length', 'etag'].map((name) => [
    name,
    ['content-length', 'etag'].includes(name) ? '' : response.headers.get(name),
  ]);
  const [last = ''] = path.split('/').slice(-1);
  return JSON.stringify([response.status, headers, html]).replaceAll(last, 'ID');
};

const createPosts = async (fixture: Fixture, count: number, secret: string, published: boolean) => {
  const editor = editorOf(fixture);
  const posts = [];
  for (let n = 0; n < count; n += 1)
    posts.push(
      await editor.createBlog({
        body: { title: `${secret} ${n}`, author: secret, content: `<p>${secret}</p>`, published },
      }),
    );
  return posts;
};

/** Posts that were public and read, and are drafts now. */
const withdrawnPosts = async (fixture: Fixture, count: number, secret: string) => {
  const posts = await createPosts(fixture, count, secret, true);
  await Promise.all(posts.map(({ _id }) => pageAt(fixture, `/blogs/${_id}`)));
  for (const { _id, title, author, content } of posts)
    await editorOf(fixture).updateBlog({
      params: { id: _id },
      body: { title, author, content, published: false },
    });
  return posts;
};

/** Slugs of runners whose registration was cancelled after their page was read. */
const cancelledRunners = async (fixture: Fixture, count: number, secret: string): Promise<string[]> => {
  const run = createClient(virtualRunApi, {
    baseUrl: fixture.api,
    token: () => fixture.adminToken,
  });
  const slugs: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { _id, slug } = await run.createRegistration({
      body: { name: secret, email: `${randomName('runner')}@run.example` },
    });
    await pageAt(fixture, `/run/f/${slug}`);
    await run.cancelRegistration({ params: { id: _id } });
    slugs.push(slug);
  }
  return slugs;
};

/** Ids of media items that were published and read, and are withdrawn now. */
const withdrawnItems = async (fixture: Fixture, count: number, secret: string): Promise<string[]> => {
  const catalog = createClient(catalogApi, { baseUrl: fixture.api, token: () => fixture.adminToken });
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { _id } = await catalog.createEbook({
      body: {
        slug: randomName('item').toLowerCase(),
        title: `${secret} ${n}`,
        author: secret,
        description: secret,
        priceINR: 0,
        formats: ['text'],
      },
    });
    await pageAt(fixture, `/ebook/${_id}`);
    await catalog.deleteEbook({ params: { id: _id } });
    ids.push(_id);
  }
  return ids;
};

export const hiddenHeads: Trial<Size> = async (fixture, { each }) => {
  const secret = randomName('Words');
  const [shown] = await createPosts(fixture, 1, secret, true);
  const drafts = await createPosts(fixture, each, secret, false);
  const withdrawn = await withdrawnPosts(fixture, each, secret);
  const runners = await cancelledRunners(fixture, each, secret);
  const items = await withdrawnItems(fixture, each, secret);
  const hidden = [
    ...[...drafts, ...withdrawn].map(({ _id }) => `/blogs/${_id}`),
    ...runners.map((slug) => `/run/f/${slug}`),
    // under its own kind, under any, and under another one
    ...items.flatMap((id) => [`/ebook/${id}`, `/media/${id}`, `/magazine/${id}`]),
  ];
  const unknown = ['/blogs/', '/run/f/', '/ebook/', '/media/', '/no-such-page/'].flatMap((start) =>
    Array.from({ length: each }, () => start + randomName('unknown')),
  );
  // a plain link has one page for every code
  const links = drafts.map(({ _id }) => sharePath(shareCodeOf(_id)));
  const notFound = await pageAt(fixture, unknown[0] ?? '/');
  const anyLink = await pageAt(fixture, sharePath('unknowncode'));
  const differing = async (paths: readonly string[], expected: string): Promise<string[]> => {
    const found: string[] = [];
    await forEachConcurrently(paths, CONCURRENCY, async (path) => {
      if ((await pageAt(fixture, path)) !== expected) found.push(path);
    });
    return found;
  };
  const isShown = await poll(
    async () => (await pageAt(fixture, `/blogs/${shown?._id}`)).includes(secret),
    SHOWN_MS,
  );
  // for a moment the response cache may have a withdrawn post, and a page does not wait long for its item
  const stillDiffering = async (paths: readonly string[], expected: string): Promise<string[]> => {
    let found = [...paths];
    await poll(async () => {
      found = await differing(found, expected);
      return found.length === 0;
    }, SHOWN_MS);
    return found;
  };
  const revealing = [...(await stillDiffering(hidden, notFound)), ...(await stillDiffering(links, anyLink))];
  const known = await stillDiffering(unknown, notFound);
  return {
    detail: `${hidden.length + links.length} hidden and ${unknown.length} unknown addresses`,
    broken: unless({
      'the page of a published post does not have its title: nothing was tested': isShown === true,
      [`${revealing.length} pages of hidden content differ: ${revealing.slice(0, 3).join(' ')}`]:
        revealing.length === 0,
      [`${known.length} pages of unknown addresses differ: ${known.slice(0, 3).join(' ')}`]:
        known.length === 0,
    }),
  };
};

export const pageHeads = promiseScenario(
  'page heads',
  'hidden content has the page of an unknown address (P92)',
  hiddenHeads,
  ({ isNightly }) => ({ each: isNightly ? 100 : 20 }),
);
