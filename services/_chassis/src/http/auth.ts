import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Endpoint, Role, SessionId, UserId } from '@satrangi/contracts';
import { cookieOf, SESSION_COOKIE } from './cookies.ts';
import { Refusal } from './refusal.ts';
import type { TokenReader } from './tokens.ts';

/** A signed-in account. The role is the current one, which may differ from the token's. */
export type Caller = {
  readonly userId: UserId;
  readonly role: Role;
  readonly tokenVersion: number;
  /** Null for tokens issued before logins had an id; they end with "log out everywhere". */
  readonly sessionId: SessionId | null;
};
/** Identifies a login in tokens and tickets. */
export type Login = Pick<Caller, 'userId' | 'tokenVersion' | 'sessionId'>;

/** The known revocations of sessions. */
export type SessionState = {
  /** Undefined when the account never changed: its tokens are valid as issued. */
  readonly account: (
    userId: string,
  ) => { readonly tokenVersion: number; readonly role?: Role; readonly deleted: boolean } | undefined;
  /** True after this login was ended. */
  readonly isRevoked: (sessionId: string) => boolean;
};

/** True after a logout, a logout everywhere, or the deletion of the account. */
export const sessionEnded = (sessions: SessionState, { userId, tokenVersion, sessionId }: Login): boolean => {
  if (sessionId !== null && sessions.isRevoked(sessionId)) return true;
  const known = sessions.account(userId);
  return known !== undefined && (known.deleted || tokenVersion < known.tokenVersion);
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares secrets in constant time. */
export const sameSecret = (given: string | undefined, secret: string): boolean =>
  given !== undefined && timingSafeEqual(digest(given), digest(secret));

const bearerOf = (request: IncomingMessage): string | undefined => {
  const header = request.headers.authorization;
  return header && /^bearer /i.test(header) ? header.slice(7).trim() : undefined;
};

/** The cookie counts only for streams, where a page cannot send a header. It never authorizes a change. */
const cookieCounts = (endpoint: Endpoint): boolean =>
  endpoint.method === 'GET' && (endpoint.kind === 'stream' || endpoint.kind === 'live');

/** Reads the login of a token. @throws Refusal invalid-token, unavailable */
export type ReadCaller = (token: string) => Promise<Caller>;

export const createReadCaller =
  (read: TokenReader, sessions: SessionState): ReadCaller =>
  async (token) => {
    const { sub, role, tv, sid } = await read(token);
    const caller = {
      userId: sub,
      role: sessions.account(sub)?.role ?? role,
      tokenVersion: tv,
      sessionId: sid ?? null,
    };
    if (sessionEnded(sessions, caller)) throw new Refusal('invalid-token', 'Invalid token');
    return caller;
  };

export const createAuth =
  (callerOf: ReadCaller, internalSecret: string) =>
  /** The caller, when the endpoint uses it. @throws Refusal when the caller has no access */
  async (endpoint: Endpoint, request: IncomingMessage): Promise<Caller | undefined> => {
    if (endpoint.access === 'service') {
      const given = request.headers['x-internal-secret'];
      if (!sameSecret(typeof given === 'string' ? given : undefined, internalSecret))
        throw new Refusal('not-authenticated', 'Sign in first');
      return undefined;
    }
    const token =
      bearerOf(request) ??
      (cookieCounts(endpoint) ? cookieOf(request.headers.cookie, SESSION_COOKIE) : undefined);
    if (endpoint.access === 'public') {
      if (!token || !(endpoint.personal || endpoint.ticket)) return undefined;
      // a public page stays available to callers whose login has ended
      return callerOf(token).catch((error: unknown) => {
        const isEnded = error instanceof Refusal && error.code === 'invalid-token';
        // unverifiable is not ended: without a ticket the caller must not be treated as a visitor
        if (!isEnded && !endpoint.ticket) throw error;
        return undefined;
      });
    }
    if (!token) throw new Refusal('not-authenticated', 'Sign in first');
    const caller = await callerOf(token);
    if (endpoint.access === 'admin' && caller.role !== 'ADMIN') throw new Refusal('not-allowed', 'Forbidden');
    return caller;
  };
export type Auth = ReturnType<typeof createAuth>;
