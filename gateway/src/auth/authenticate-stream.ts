import type { Agent, IncomingMessage } from 'node:http';
import { cookieOf, SESSION_COOKIE, type TokenReader } from '@satrangi/chassis';
import { identityApi, Role } from '@satrangi/contracts';
import { askService } from '../upstream/fetch-service.ts';

export type Listener = { readonly userId: string | null; readonly role: Role | null };

const NOBODY: Listener = { userId: null, role: null };
const PATIENCE_MS = 2_000;

/** What identity says of a token now: a role, `ended`, or `silent` when it does not say. */
const askIdentity = async (
  identityUrl: string,
  agent: Agent,
  token: string,
): Promise<Role | 'ended' | 'silent'> => {
  try {
    const { status, body } = await askService(identityUrl, agent, {
      path: identityApi.getProfile.path,
      headers: { authorization: `Bearer ${token}` },
      timeoutMs: PATIENCE_MS,
    });
    if (status !== 200) return status < 500 ? 'ended' : 'silent';
    const profile = JSON.parse(body.toString()) as { role?: unknown };
    return Role.catch('USER').parse(profile.role);
  } catch {
    return 'silent';
  }
};

/**
 * Who listens, by the session cookie: event streams can not carry a header. A bad cookie listens as a visitor, and so
 * does the cookie of a session that was ended: its token stays well signed until it expires, so identity is asked.
 * While identity is silent the token speaks for its own person, and nobody listens as an admin.
 */
export const listenerReader = (
  read: TokenReader,
  identityUrl: string,
  agent: Agent,
): ((request: IncomingMessage) => Promise<Listener>) => {
  return async (request) => {
    const token = cookieOf(request.headers.cookie, SESSION_COOKIE);
    if (!token) return NOBODY;
    const claims = await read(token).catch(() => null);
    if (!claims) return NOBODY;
    const said = await askIdentity(identityUrl, agent, token);
    if (said === 'ended') return NOBODY;
    return { userId: claims.sub, role: said === 'silent' ? null : said };
  };
};
