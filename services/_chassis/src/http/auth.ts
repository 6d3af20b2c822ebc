import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Endpoint, Role, SessionId, UserId } from '@satrangi/contracts';
import { cookieOf, SESSION_COOKIE } from './cookies.ts';
import { Refusal } from './refusal.ts';
import type { TokenReader } from './tokens.ts';

/** A signed-in account. The role is what this service knows now, not what the token says. */
export type Caller = {
  readonly userId: UserId;
  readonly role: Role;
  readonly tokenVersion: number;
  /** Null: the token was issued before logins had an id; it ends with "log out everywhere". */
  readonly sessionId: SessionId | null;
};
/** What a login is checked by; anything signed for a login carries it along. */
export type Login = Pick<Caller, 'userId' | 'tokenVersion' | 'sessionId'>;

/** What is known of ended sessions. */
export type SessionFacts = {
  /** Undefined: this account never changed, its tokens speak for themselves. */
  readonly account: (
    userId: string,
  ) => { readonly tokenVersion: number; readonly role?: Role; readonly deleted: boolean } | undefined;
  /** True once this one login ended, whatever else the account does. */
  readonly isRevoked: (sessionId: string) => boolean;
};

/** What was signed for a login counts until it is logged out, here or everywhere, or the account is deleted. */
export const sessionEnded = (facts: SessionFacts, { userId, tokenVersion, sessionId }: Login): boolean => {
  if (sessionId !== null && facts.isRevoked(sessionId)) return true;
  const known = facts.account(userId);
  return known !== undefined && (known.deleted || tokenVersion < known.tokenVersion);
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares secrets without telling by its time how much of them is right. */
export const sameSecret = (given: string | undefined, secret: string): boolean =>
  given !== undefined && timingSafeEqual(digest(given), digest(secret));

const bearerOf = (request: IncomingMessage): string | undefined => {
  const header = request.headers.authorization;
  return header && /^bearer /i.test(header) ? header.slice(7).trim() : undefined;
};

/** The cookie speaks only where a page can not send a header: reading streams. It never changes anything. */
const cookieCounts = (endpoint: Endpoint): boolean =>
  endpoint.method === 'GET' && (endpoint.kind === 'stream' || endpoint.kind === 'live');

/** Whose login a token is. @throws Refusal invalid-token, unavailable */
export type ReadCaller = (token: string) => Promise<Caller>;

export const createReadCaller =
  (read: TokenReader, sessions: SessionFacts): ReadCaller =>
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
  /** Who calls, as far as the endpoint wants to know. @throws Refusal when the endpoint is not for them */
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
      // a page that everybody may see stays open to those whose login has ended
      return callerOf(token).catch((error: unknown) => {
        const isEnded = error instanceof Refusal && error.code === 'invalid-token';
        // a login that can not be read now is not ended: its reader is no stranger. A ticket speaks for itself
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
