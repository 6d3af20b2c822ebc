import type { IncomingMessage } from 'node:http';
import { type PageHead, type SiteSettings, type StorefrontPage, storefrontPageAt } from '@satrangi/contracts';
import type { CachedResponse } from '../response-cache/cached-response.ts';
import type { ResponseCache } from '../response-cache/response-cache.ts';

const notFound: PageHead = { title: '404: Not Found', isIndexed: false };

/** A page that only its item opens to search engines waits this long: a busy moment must not take it out of an index. */
const INDEXED_BY_ITEM_MS = 2_000;
/** No such item; 400: no item can have this id. */
const UNKNOWN = new Set([400, 404]);

const timeout = <T>(promise: Promise<T>, ms: number): Promise<T | null> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
};

export type FoundPage = { readonly status: 200 | 404; readonly head: PageHead };

/**
 * Status and head of a page. Hidden, unpublished and unknown items have the same head, that of an unknown path: the
 * public API answers 404 for each of them.
 * @param itemMs how long a page waits for its item; the generic head of its kind stands in for a later one
 */
export const createFindPage = (site: SiteSettings, read: ResponseCache['read'], itemMs: number) => {
  /** Heads by cached response and page: the head of a list is made once, not for each visit. */
  const heads = new WeakMap<CachedResponse, Map<StorefrontPage, PageHead>>();
  const headFrom = (
    response: CachedResponse,
    page: StorefrontPage,
    item: NonNullable<StorefrontPage['item']>,
  ) => {
    const made = heads.get(response) ?? new Map<StorefrontPage, PageHead>();
    heads.set(response, made);
    const head = made.get(page) ?? item.head(JSON.parse(response.body.toString('utf8')), site);
    made.set(page, head);
    return head;
  };

  const findItem = async (page: StorefrontPage, id: string, request: IncomingMessage): Promise<FoundPage> => {
    const generic = { status: 200 as const, head: page.head(site) };
    if (!page.item) return generic;
    const waits = generic.head.isIndexed || id === '' ? itemMs : Math.max(itemMs, INDEXED_BY_ITEM_MS);
    const response = await timeout(read(`/api${page.item.apiPath(id)}`, request), waits);
    // a page without an id exists without its item, as that of the run between two events
    if (response && UNKNOWN.has(response.status) && id !== '') return { status: 404, head: notFound };
    if (response?.status !== 200) return generic;
    try {
      return { status: 200, head: headFrom(response, page, page.item) };
    } catch {
      // a response that does not fit the contract, for example of an older version: the page itself still works
      return generic;
    }
  };

  return async (path: string, request: IncomingMessage): Promise<FoundPage> => {
    const found = storefrontPageAt(path);
    if (!found) return { status: 404, head: notFound };
    if (found.id === undefined) return findItem(found.page, '', request);
    let id: string;
    try {
      id = decodeURIComponent(found.id);
    } catch {
      return { status: 404, head: notFound };
    }
    return findItem(found.page, id, request);
  };
};
