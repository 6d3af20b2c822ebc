import type { IncomingMessage } from 'node:http';
import { Refusal, type TokenReader } from '@satrangi/chassis';
import type { Endpoint, ProblemCode } from '@satrangi/contracts';
import { refusalTexts } from '../http/problem-response.ts';
import { bodyLimitOf } from '../http/request-body.ts';

export type Entry =
  | { readonly refused: null; readonly userId: string | null }
  | { readonly refused: ProblemCode; readonly detail: string };

const refused = (code: ProblemCode, detail: string): Entry => ({ refused: code, detail });

const bearerOf = ({ headers }: IncomingMessage): string | undefined =>
  /^bearer /i.test(headers.authorization ?? '') ? headers.authorization?.slice(7).trim() : undefined;

/** Tickets and the cookie stand in for the header where a page can not send one: services read them. */
const mayComeWithoutHeader = ({ ticket, kind }: Endpoint): boolean =>
  ticket === true || kind === 'stream' || kind === 'live';

/**
 * What can be refused without asking a service: a login that is missing or badly signed, a body that says it is too
 * long. Whether a good login still counts, and for what, only services know; they verify it again (checklist GTW-18).
 */
export const entryOf =
  (read: TokenReader) =>
  async (endpoint: Endpoint, request: IncomingMessage): Promise<Entry> => {
    const { kind, access } = endpoint;
    const length = Number(request.headers['content-length'] ?? 0);
    // of uploads the service says what is too large about them
    if (kind !== 'upload' && length > bodyLimitOf(endpoint))
      return refused('too-large', refusalTexts.tooLarge);
    if (access === 'public') return { refused: null, userId: null };
    const token = bearerOf(request);
    if (!token) {
      if (mayComeWithoutHeader(endpoint)) return { refused: null, userId: null };
      return refused('not-authenticated', 'Sign in first');
    }
    try {
      return { refused: null, userId: (await read(token)).sub };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // keys can not be read now: the service may know them
      if (error.code === 'unavailable') return { refused: null, userId: null };
      return refused(error.code, error.message);
    }
  };
