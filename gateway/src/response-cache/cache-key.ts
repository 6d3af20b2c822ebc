import type { RouteTable } from '../routing/route-table.ts';

const BASE = '/api';

export type CacheKey = {
  readonly key: string;
  /** The same question as a path of the service. */
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
 * Names the question an address asks: path, and the query fields that the contract knows, in one order. What the
 * contract does not know changes no answer, so it is neither part of the key nor passed on.
 */
export const cacheKeys = (routes: RouteTable): ((url: string) => CacheKey) => {
  const withQuery = routes.all.filter(({ endpoint: { cachedUntil, query } }) => cachedUntil && query);
  const fieldsAt = new Map<string, ReadonlySet<string>>();
  for (const { endpoint } of withQuery)
    fieldsAt.set(BASE + endpoint.path, new Set(Object.keys(endpoint.query?.shape ?? {})));
  if (withQuery.some(({ endpoint }) => endpoint.path.includes(':')))
    throw new Error('kept answers with both parameters and a query have no key yet');

  return (url) => {
    const mark = url.indexOf('?');
    const written = mark < 0 ? url : url.slice(0, mark);
    const bare = written.endsWith('/') ? written.slice(0, -1) : written;
    const fields = mark < 0 ? undefined : fieldsAt.get(bare);
    const pairs = fields
      ? url
          .slice(mark + 1)
          .split('&')
          .filter((pair) => fields.has(nameOf(pair)))
      : [];
    const key = pairs.length === 0 ? bare : `${bare}?${pairs.sort().join('&')}`;
    return { key, path: key.slice(BASE.length) };
  };
};
