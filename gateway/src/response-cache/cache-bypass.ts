import type { IncomingMessage } from 'node:http';
import type { RouteTable } from '../routing/route-table.ts';

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
 * always, other signed-in users where the contract marks the response as personal.
 */
export const createCacheBypass = (
  routes: RouteTable,
): ((request: IncomingMessage, path: string) => boolean) => {
  const personal = routes.all.filter(({ endpoint }) => endpoint.invalidatedBy && endpoint.personal);
  return ({ headers: { authorization } }, path) => {
    if (authorization === undefined) return false;
    if (claimsAdmin(authorization)) return true;
    const bare = path.split('?', 1)[0] ?? '';
    return personal.some(({ pattern }) => pattern.test(bare));
  };
};
