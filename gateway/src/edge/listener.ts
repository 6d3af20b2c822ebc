import type { IncomingMessage } from 'node:http';
import { cookieOf, createTokenReader, SESSION_COOKIE } from '@satrangi/chassis';
import type { Listener } from '../live/hub.ts';

const NOBODY: Listener = { userId: null, role: null };

/** Who listens, by the session cookie: event streams can not carry a header. A bad cookie listens as a visitor. */
export const listenerReader = (jwksUrl: string): ((request: IncomingMessage) => Promise<Listener>) => {
  const read = createTokenReader(jwksUrl);
  return async (request) => {
    const token = cookieOf(request.headers.cookie, SESSION_COOKIE);
    if (!token) return NOBODY;
    return read(token).then(
      ({ sub, role }) => ({ userId: sub, role }),
      () => NOBODY,
    );
  };
};
