import { type Agent, type IncomingMessage, request as openRequest } from 'node:http';
import { cookieOf, createTokenReader, SESSION_COOKIE } from '@satrangi/chassis';
import { identityApi, Role } from '@satrangi/contracts';
import type { Listener } from '../live/hub.ts';

const NOBODY: Listener = { userId: null, role: null };
const PATIENCE_MS = 2_000;

/** What identity says of a token now: a role, `ended`, or `silent` when it does not say. */
const askIdentity = (identityUrl: string, agent: Agent, token: string): Promise<Role | 'ended' | 'silent'> =>
  new Promise((resolve) => {
    const silent = (): void => resolve('silent');
    const outgoing = openRequest(
      identityUrl + identityApi.getProfile.path,
      { agent, timeout: PATIENCE_MS, headers: { authorization: `Bearer ${token}` } },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', silent);
        answer.on('end', () => {
          const status = answer.statusCode ?? 500;
          if (status !== 200) return resolve(status < 500 ? 'ended' : 'silent');
          try {
            const profile = JSON.parse(Buffer.concat(parts).toString()) as { role?: unknown };
            resolve(Role.catch('USER').parse(profile.role));
          } catch {
            silent();
          }
        });
      },
    );
    outgoing.on('timeout', () => outgoing.destroy());
    outgoing.on('error', silent);
    outgoing.end();
  });

/**
 * Who listens, by the session cookie: event streams can not carry a header. A bad cookie listens as a visitor, and so
 * does the cookie of a session that was ended: its token stays well signed until it expires, so identity is asked.
 * While identity is silent the token speaks for its own person, and nobody listens as an admin.
 */
export const listenerReader = (
  identityUrl: string,
  agent: Agent,
): ((request: IncomingMessage) => Promise<Listener>) => {
  const read = createTokenReader(`${identityUrl}/.well-known/jwks.json`);
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
