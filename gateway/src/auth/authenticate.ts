import type { IncomingMessage } from 'node:http';
import { Refusal, type TokenReader } from '@satrangi/chassis/without-store';
import type { Endpoint, ProblemCode } from '@satrangi/contracts';
import { refusalTexts } from '../http/problem-response.ts';
import { bodyLimitOf } from '../http/request-body.ts';

export type Authentication =
  | { readonly refused: null; readonly userId: string | null }
  | { readonly refused: ProblemCode; readonly detail: string };

const refused = (code: ProblemCode, detail: string): Authentication => ({ refused: code, detail });

const bearerOf = ({ headers }: IncomingMessage): string | undefined =>
  /^bearer /i.test(headers.authorization ?? '') ? headers.authorization?.slice(7).trim() : undefined;

/** Tickets and the cookie replace the header where a page cannot send one: services read them. */
const acceptsOtherCredentials = ({ ticket, kind }: Endpoint): boolean =>
  ticket === true || kind === 'stream' || kind === 'live';

/**
 * Refuses what needs no service: a missing or badly signed token, and a `content-length` above the limit. Services
 * verify the token again, check revocation and authorize the call (checklist GTW-18).
 */
export const createAuthenticator =
  (readToken: TokenReader) =>
  async (endpoint: Endpoint, request: IncomingMessage): Promise<Authentication> => {
    const { kind, access } = endpoint;
    const length = Number(request.headers['content-length'] ?? 0);
    // services refuse large uploads in their own words
    if (kind !== 'upload' && length > bodyLimitOf(endpoint))
      return refused('too-large', refusalTexts.tooLarge);
    if (access === 'public') return { refused: null, userId: null };
    const token = bearerOf(request);
    if (!token) {
      if (acceptsOtherCredentials(endpoint)) return { refused: null, userId: null };
      return refused('not-authenticated', 'Sign in first');
    }
    try {
      return { refused: null, userId: (await readToken(token)).sub };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // the signing keys are unavailable here: the service decides
      if (error.code === 'unavailable') return { refused: null, userId: null };
      return refused(error.code, error.message);
    }
  };
export type Authenticate = ReturnType<typeof createAuthenticator>;
