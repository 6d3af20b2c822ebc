import type { IncomingMessage } from 'node:http';
import type { RouteTable } from '../routing/route-table.ts';
import { queryNameOf } from './cache-key.ts';

/** Whether the unverified token claims the role of an admin: it decides only between the cache and the service. */
const claimsAdmin = (authorization: string): boolean => {
  const [, claims = ''] = authorization.split('.', 2);
  try {
    const { role } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { role?: unknown };
    return role === 'ADMIN';
  } catch {
    return false;
  }
};

/**
 * Whether the request bypasses the cache, because the caller may get another response than anonymous clients: admins
 * always, other signed-in users where the contract marks the response as personal, and all callers with a query field that
 * the contract marks as uncached.
 */
export const createCacheBypass = (
  routes: RouteTable,
): ((request: IncomingMessage, path: string) => boolean) => {
  const cached = routes.all.filter(({ endpoint }) => endpoint.invalidatedBy);
  const uncachedAt = cached.flatMap(({ pattern, endpoint: { uncachedQuery } }) =>
    uncachedQuery ? [{ pattern, fields: new Set(uncachedQuery) }] : [],
  );
  const personal = cached.filter(({ endpoint }) => endpoint.personal && !endpoint.uncachedQuery);

  const hasUncachedField = (url: string, bare: string): boolean => {
    const queryStart = url.indexOf('?');
    if (queryStart < 0) return false;
    const names = url
      .slice(queryStart + 1)
      .split('&')
      .map(queryNameOf);
    return uncachedAt.some(
      ({ pattern, fields }) => names.some((name) => fields.has(name)) && pattern.test(bare),
    );
  };

  return ({ url = '', headers: { authorization } }, path) => {
    const bare = path.split('?', 1)[0] ?? '';
    if (hasUncachedField(url, bare)) return true;
    if (authorization === undefined) return false;
    if (claimsAdmin(authorization)) return true;
    return personal.some(({ pattern }) => pattern.test(bare));
  };
};
