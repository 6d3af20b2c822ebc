import type { RouteTable } from '../routing/route-table.ts';

const BASE = '/api';

export type CacheKey = {
  readonly key: string;
  /** The same request as a path of the service. */
  readonly path: string;
};

const nameOf = (pair: string): string => {
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
  const withQuery = routes.all.filter(({ endpoint: { invalidatedBy, query } }) => invalidatedBy && query);
  const fieldsAt = new Map<string, ReadonlySet<string>>();
  for (const { endpoint } of withQuery)
    fieldsAt.set(BASE + endpoint.path, new Set(Object.keys(endpoint.query?.shape ?? {})));
  if (withQuery.some(({ endpoint }) => endpoint.path.includes(':')))
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
          .filter((pair) => fields.has(nameOf(pair)))
      : [];
    const key = pairs.length === 0 ? bare : `${bare}?${pairs.sort().join('&')}`;
    return { key, path: key.slice(BASE.length) };
  };
};
