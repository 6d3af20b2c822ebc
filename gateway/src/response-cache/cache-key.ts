import { API_BASE, type RouteTable } from '../routing/route-table.ts';

export type CacheKey = {
  readonly key: string;
  /** The same request as a path of the service. */
  readonly path: string;
  /** Whether the key contains words that somebody typed. */
  readonly isFreeText: boolean;
};

/** The decoded name of a `name=value` pair of a query. */
export const queryNameOf = (pair: string): string => {
  const name = pair.slice(0, (pair.indexOf('=') + 1 || pair.length + 1) - 1);
  if (!/[%+]/.test(name)) return name;
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
};

/**
 * The cache key of a URL: the path, and the query fields of the contract in a fixed order. Fields that the contract does
 * not name cannot change the response, so they are neither part of the key nor forwarded.
 */
export const createCacheKeys = (routes: RouteTable): ((url: string) => CacheKey) => {
  const fieldsAt = new Map<string, ReadonlySet<string>>();
  const freeTextAt = new Map<string, ReadonlySet<string>>();
  const freeTextPaths: string[] = [];
  for (const { endpoint } of routes.all) {
    if (!endpoint.invalidatedBy) continue;
    if (endpoint.freeTextPath)
      freeTextPaths.push(API_BASE + endpoint.path.slice(0, endpoint.path.indexOf(':')));
    const { uncachedQuery = [], freeTextQuery = [] } = endpoint;
    freeTextAt.set(API_BASE + endpoint.path, new Set(freeTextQuery));
    const fields = Object.keys(endpoint.query?.shape ?? {}).filter((name) => !uncachedQuery.includes(name));
    if (fields.length > 0) fieldsAt.set(API_BASE + endpoint.path, new Set(fields));
  }
  if ([...fieldsAt.keys()].some((path) => path.includes(':')))
    throw new Error('cached endpoints with both path parameters and a query are not supported');

  return (url) => {
    const queryStart = url.indexOf('?');
    const pathname = queryStart < 0 ? url : url.slice(0, queryStart);
    const bare = pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
    const fields = queryStart < 0 ? undefined : fieldsAt.get(bare);
    const pairs = fields
      ? url
          .slice(queryStart + 1)
          .split('&')
          .filter((pair) => fields.has(queryNameOf(pair)))
      : [];
    const key = pairs.length === 0 ? bare : `${bare}?${pairs.sort().join('&')}`;
    const freeText = freeTextAt.get(bare);
    const isFreeText =
      freeTextPaths.some((start) => bare.startsWith(start)) ||
      pairs.some((pair) => freeText?.has(queryNameOf(pair)));
    return { key, path: key.slice(API_BASE.length), isFreeText };
  };
};
