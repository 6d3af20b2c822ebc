import type { Agent, IncomingMessage } from 'node:http';
import { cookieOf, SESSION_COOKIE, type TokenReader } from '@satrangi/chassis/without-store';
import { identityApi, Role } from '@satrangi/contracts';
import { fetchFromService } from '../upstream/fetch-service.ts';

export type StreamUser = { readonly userId: string | null; readonly role: Role | null };

const ANONYMOUS: StreamUser = { userId: null, role: null };
const TIMEOUT_MS = 2_000;

/** The current role of the token's account in identity, `revoked`, or `unavailable` when identity does not answer. */
const fetchRole = async (
  identityUrl: string,
  agent: Agent,
  token: string,
): Promise<Role | 'revoked' | 'unavailable'> => {
  try {
    const { status, body } = await fetchFromService(identityUrl, agent, {
      path: identityApi.getProfile.path,
      headers: { authorization: `Bearer ${token}` },
      timeoutMs: TIMEOUT_MS,
    });
    if (status !== 200) return status < 500 ? 'revoked' : 'unavailable';
    const profile = JSON.parse(body.toString()) as { role?: unknown };
    return Role.catch('USER').parse(profile.role);
  } catch {
    return 'unavailable';
  }
};

/**
 * Authenticates an event stream by its session cookie, because event streams cannot carry a header. An invalid cookie or
 * a revoked session gives an anonymous stream. The token of a revoked session stays valid until it expires, so identity
 * is queried. While identity is unavailable the token identifies its user, without the role of an admin.
 */
export const createStreamAuthenticator = (
  readToken: TokenReader,
  identityUrl: string,
  agent: Agent,
): ((request: IncomingMessage) => Promise<StreamUser>) => {
  return async (request) => {
    const token = cookieOf(request.headers.cookie, SESSION_COOKIE);
    if (!token) return ANONYMOUS;
    const claims = await readToken(token).catch(() => null);
    if (!claims) return ANONYMOUS;
    const role = await fetchRole(identityUrl, agent, token);
    if (role === 'revoked') return ANONYMOUS;
    return { userId: claims.sub, role: role === 'unavailable' ? null : role };
  };
};
