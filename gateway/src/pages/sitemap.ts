import type { IncomingMessage } from 'node:http';
import {
  BLOGS_LIST,
  blogPath,
  CURATED_LIST,
  creatorLinks,
  curatedPath,
  escapeMarkup,
  mediaPath,
  RUN_PAGES_LIST,
  runPagePath,
  SitemapBlogs,
  SitemapCurated,
  SitemapItems,
  SitemapRunners,
  sitemapLists,
  storefrontPages,
} from '@satrangi/contracts';
import type { z } from 'zod';
import type { CachedResponse } from '../response-cache/cached-response.ts';
import type { ResponseCache } from '../response-cache/response-cache.ts';

/** Addresses in one file, a limit of the protocol (sitemaps.org 0.9). */
const ADDRESSES_MAX = 50_000;
/** Pages of one list: more items than a catalog holds, so that a cursor which repeats ends. */
const PAGES_MAX = 1_000;

const XMLNS = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const FILE = /^\/sitemap(?:-([1-9]\d{0,3}))?\.xml$/;

const fixedPaths = (origin: string): string[] =>
  storefrontPages
    .filter(
      ({ path, head }) => !path.includes(':') && head({ name: '', tagline: '', email: '', origin }).isIndexed,
    )
    .map(({ path }) => path);

const fileOf = (
  root: 'urlset' | 'sitemapindex',
  row: 'url' | 'sitemap',
  addresses: readonly string[],
): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="${XMLNS}">`,
    ...addresses.map((address) => `  <${row}><loc>${escapeMarkup(address)}</loc></${row}>`),
    `</${root}>`,
    '',
  ].join('\n');

/** A list in pages, and the paths that one page of it has. */
type PagedList<T> = {
  readonly list: string;
  readonly schema: z.ZodType<T>;
  readonly paths: (page: T) => readonly string[];
};

const itemsOf = (list: string): PagedList<z.infer<typeof SitemapItems>> => ({
  list,
  schema: SitemapItems,
  paths: ({ items }) =>
    items.flatMap((item) => [mediaPath(item), ...creatorLinks(item).map(({ path }) => path)]),
});
const runnerPages: PagedList<z.infer<typeof SitemapRunners>> = {
  list: RUN_PAGES_LIST,
  schema: SitemapRunners,
  paths: ({ pages }) => pages.map(({ slug }) => runPagePath(slug)),
};

/** The sitemap at a path; undefined for any other path, and for a file that is not needed. */
export type Sitemap = (path: string, request: IncomingMessage) => Promise<string | undefined>;

/**
 * `/sitemap.xml` with every indexed address, or, when these are more than one file may have, an index of `/sitemap-1.xml`
 * and the next ones. Lists of services that are unavailable, or of another version, are left out.
 */
export const createSitemap = (
  origin: string,
  read: ResponseCache['read'],
  addressesMax = ADDRESSES_MAX,
): Sitemap => {
  // a cached response is parsed once for any number of requests
  const parsed = new WeakMap<CachedResponse, unknown>();

  const readList = async <T>(
    list: string,
    schema: z.ZodType<T>,
    request: IncomingMessage,
  ): Promise<T | undefined> => {
    const response = await read(`/api${list}`, request);
    if (response?.status !== 200) return undefined;
    if (!parsed.has(response))
      parsed.set(response, schema.safeParse(JSON.parse(response.body.toString('utf8'))).data);
    // the schema of a list is the same at every read
    return parsed.get(response) as T | undefined;
  };

  /** Follows the cursors of a list to its end. */
  const pathsOf = async <T extends { readonly nextCursor: string | null }>(
    { list, schema, paths: pathsIn }: PagedList<T>,
    request: IncomingMessage,
  ): Promise<string[]> => {
    const paths: string[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const query: string = cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`;
      const answer: T | undefined = await readList(`${list}${query}`, schema, request);
      if (!answer) break;
      paths.push(...pathsIn(answer));
      cursor = answer.nextCursor;
      if (cursor === null) break;
    }
    return paths;
  };

  const allPaths = async (request: IncomingMessage): Promise<string[]> => {
    const [posts = [], curated, runners, ...items] = await Promise.all([
      readList(BLOGS_LIST, SitemapBlogs, request),
      readList(CURATED_LIST, SitemapCurated, request),
      pathsOf(runnerPages, request),
      ...sitemapLists.map((list) => pathsOf(itemsOf(list), request)),
    ]);
    const paths = [
      ...fixedPaths(origin),
      ...items.flat(),
      ...posts.map(({ _id }) => blogPath(_id)),
      ...(curated?.items ?? []).map(({ slug }) => curatedPath(slug)),
      ...runners,
    ];
    // an item that moved between two pages while they were read is listed once
    return [...new Set(paths)];
  };

  return async (path, request) => {
    const match = FILE.exec(path);
    if (!match) return undefined;
    const addresses = (await allPaths(request)).map((each) => origin + each);
    const files = Math.ceil(addresses.length / addressesMax);
    const number = match[1] === undefined ? undefined : Number(match[1]);
    if (number === undefined && files <= 1) return fileOf('urlset', 'url', addresses);
    if (number === undefined) {
      const places = Array.from({ length: files }, (_, index) => `${origin}/sitemap-${index + 1}.xml`);
      return fileOf('sitemapindex', 'sitemap', places);
    }
    if (files <= 1 || number > files) return undefined;
    return fileOf('urlset', 'url', addresses.slice((number - 1) * addressesMax, number * addressesMax));
  };
};
