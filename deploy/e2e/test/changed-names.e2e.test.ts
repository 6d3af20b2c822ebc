/** A name that its owner changed is in no public answer, kept ones included (BEY-06). */
import { randomBytes, randomUUID } from 'node:crypto';
import {
  type Api,
  type Client,
  catalogApi,
  cmsApi,
  createClient,
  EDIT_TOKEN_HEADER,
  type Endpoint,
  gatewayApi,
  identityApi,
  kolkataDay,
  paymentsApi,
  services,
  sharePath,
  storefrontPages,
  textEditionPath,
  virtualRunApi,
} from '@satrangi/contracts';
import { anOpenRun } from '@satrangi/contracts/testing';
import { beforeAll, expect, it } from 'vitest';
import { httpRequest } from './support/http-request.ts';
import { findMailedLink } from './support/mails.ts';
import { usePlatform } from './support/opened.ts';
import type { Person } from './support/platform-fixture.ts';

const AT_ONCE = 6;
const GONE_MS = 60_000;
const FEE = 500;
const EMAIL = 'renamed@runners.example';

/** One word for each person, without capitals: an address with it has none. */
const word = (kind: string): string => `${kind}${randomBytes(5).toString('hex')}`;
const before = { runner: word('runner'), reader: word('reader'), author: word('author') };
const after = { runner: word('other'), reader: word('other'), author: word('other') };

const platform = usePlatform();
let reader: Person;
let blogId = '';
let slug = '';
let newSlug = '';

const visitor = <A extends Api>(api: A): Client<A> => createClient(api, { baseUrl: platform.api });
const as = <A extends Api>({ token }: Person, api: A): Client<A> =>
  createClient(api, { baseUrl: platform.api, token: () => token });

/** A runner with the name in the address. */
const registerRunner = async (): Promise<void> => {
  await as(platform.admin, virtualRunApi).saveEvent({ body: anOpenRun('A run') });
  const person = { name: 'Legal Name', email: EMAIL };
  const form = {
    ...person,
    displayName: before.runner,
    activityType: 'run' as const,
    distanceKm: 5,
    amountPaid: FEE,
    isListed: true,
    nameInAddress: true,
    consentData: true as const,
  };
  const { draftId } = await visitor(virtualRunApi).createDraft({ body: form });
  const order = { purpose: 'virtual-run', provider: 'stripe', amount: FEE * 100, currency: 'INR' } as const;
  const fee = await visitor(paymentsApi).createPayment(
    { body: { ...order, ...person, runDraftId: draftId } },
    { headers: { 'idempotency-key': randomUUID() } },
  );
  if (fee.provider !== 'stripe') throw new Error('a fee is paid by card');
  await httpRequest(`${platform.url}/sandbox/stripe/pay`, {
    json: { clientSecret: fee.clientSecret, outcome: 'succeeded' },
  });
  const registered = await visitor(virtualRunApi).register({
    body: { ...form, paymentId: fee.paymentIntentId, draftId },
  });
  slug = registered.slug;
};

const post = (author: string) => ({
  title: 'A post of the blog',
  author,
  content: '<p>Some words.</p>',
  published: true,
  image: null,
  excerpt: '',
});

beforeAll(async () => {
  reader = await platform.newReader();
  await as(reader, identityApi).updateProfile({ body: { name: before.reader } });
  await as(reader, catalogApi).postReview({
    // a stored id without its brand
    params: { id: platform.books.cheap as never },
    body: { rating: 5, comment: 'A good one.' },
  });
  blogId = (await as(platform.admin, cmsApi).createBlog({ body: post(before.author) }))._id;
  await registerRunner();
});

const publicReads = [...Object.values(services), { api: gatewayApi }]
  .flatMap(({ api }) => Object.values(api) as Endpoint[])
  .filter(({ access, method, kind }) => access === 'public' && method === 'GET' && kind !== 'live');

/** The ids that fill the parameter of a path. */
const idsOf = (path: string): string[] => {
  if (/run\/f\//.test(path)) return [slug, newSlug].filter(Boolean).map(encodeURIComponent);
  if (/blog/.test(path)) return [blogId];
  return [platform.books.cheap];
};

/** Addresses of an endpoint or a page, also as a search for each of the old names. */
const addressesOf = (path: string): string[] => {
  const filled = path
    .replace(':page', '1')
    .replace(':language', 'en')
    .replace(':day', kolkataDay(new Date()));
  const paths = /:/.test(filled) ? idsOf(path).map((id) => filled.replace(/:\w+/, id)) : [filled];
  return paths.flatMap((one) => [one, ...Object.values(before).map((name) => `${one}?q=${name}`)]);
};

/** Everything that a stranger can open. */
const allAddresses = (): string[] => [
  ...publicReads.flatMap(({ path }) => addressesOf(path)).map((path) => `/api${path}`),
  ...storefrontPages.flatMap(({ path }) => addressesOf(path)),
  ...['/sitemap.xml', '/blogs.xml', '/new-titles.xml', '/robots.txt', textEditionPath(blogId)],
  ...[slug, newSlug].filter(Boolean).map(sharePath),
];

/** The old names that an answer holds, by address. The address itself may repeat in it. */
const tracesOf = async (addresses: readonly string[]): Promise<string[]> => {
  const traces: string[] = [];
  const waiting = addresses.values();
  const walk = async (): Promise<void> => {
    for (const address of waiting) {
      const { headers, text, status } = await httpRequest(platform.url + address);
      const answer = `${JSON.stringify([...headers])}${text}`
        .toLowerCase()
        .replaceAll(address.toLowerCase(), '');
      for (const [who, name] of Object.entries(before))
        if (answer.includes(name) && !(status >= 400 && address.includes(name)))
          traces.push(`${address}: ${who}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, walk));
  return traces.sort();
};

it('a minute after a runner, a reader and an author changed their names, no public answer has the old ones (BEY-06)', async () => {
  const seen = await tracesOf(allAddresses());
  const page = `/run/f/${encodeURIComponent(slug)}`;
  for (const place of [
    `/api/virtual-run/f/${encodeURIComponent(slug)}: runner`,
    '/api/virtual-run/pages: runner',
    `${page}: runner`,
    '/sitemap.xml: runner',
    `/api/reviews/ebook/${platform.books.cheap}: reader`,
    '/api/cms/blogs: author',
    `/api/cms/blogs?q=${before.author}: author`,
    `/api/cms/blogs/${blogId}: author`,
    '/blogs.xml: author',
    `${textEditionPath(blogId)}: author`,
  ])
    expect(seen).toContain(place);

  const link = new URL(await findMailedLink(platform.url, EMAIL, '/run/edit', '#t='));
  const headers = { [EDIT_TOKEN_HEADER]: link.hash.split('.').at(-1) ?? '' };
  const run = visitor(virtualRunApi);
  const changed = await run.editPage({ params: { slug }, body: { displayName: after.runner } }, { headers });
  newSlug = changed.slug;
  await as(reader, identityApi).updateProfile({ body: { name: after.reader } });
  await as(platform.admin, cmsApi).updateBlog({
    params: { id: blogId },
    body: post(after.author),
  });

  await expect.poll(() => tracesOf(allAddresses()), { timeout: GONE_MS, interval: 1_000 }).toEqual([]);
  const shown = await run.getPage({ params: { slug: newSlug } });
  const old = await Promise.all(
    [page, `/api${page.replace('/run/f/', '/virtual-run/f/')}`].map((path) => fetch(platform.url + path)),
  );
  const own = await run.openPage({ params: { slug } }, { headers });
  expect([shown.displayName, old.map(({ status }) => status), own.slug]).toEqual([
    after.runner,
    [404, 404],
    newSlug,
  ]);
}, 120_000);
