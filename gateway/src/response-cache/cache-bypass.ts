import type { IncomingMessage } from 'node:http';
import type { RouteTable } from '../routing/route-table.ts';

/** What a login says of its role, unverified: it decides only who is asked, memory or the service. */
const saysAdmin = (authorization: string): boolean => {
  const [, claims = ''] = authorization.split('.', 2);
  try {
    const { role } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { role?: unknown };
    return role === 'ADMIN';
  } catch {
    return false;
  }
};

/**
 * Whether an answer that is kept for visitors may be another one for this caller: admins always ask the service, and so
 * does everybody with a login where the contract says that the answer is personal.
 */
export const ownAnswers = (routes: RouteTable): ((request: IncomingMessage, path: string) => boolean) => {
  const personal = routes.all.filter(({ endpoint }) => endpoint.cachedUntil && endpoint.personal);
  return ({ headers: { authorization } }, path) => {
    if (authorization === undefined) return false;
    if (saysAdmin(authorization)) return true;
    const bare = path.split('?', 1)[0] ?? '';
    return personal.some(({ pattern }) => pattern.test(bare));
  };
};
