import { ApiError } from '@satrangi/contracts/pure';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { session, useSession } from '../session.ts';

/** A login dialog. `onDone` is called once: with true after a login, with false when it was closed. */
export type ReauthLogin = ComponentType<{ readonly onDone: (isLoggedIn: boolean) => void }>;

/** The session ended, and the reader did not log in again or logged in as another user. */
export class LoginMissing extends Error {
  override readonly name = 'LoginMissing';
}

const isSessionLost = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && (error.status === 401 || session.token() === null);

/**
 * Reauthentication for calls that must survive the end of a session, such as payments: an unauthorized call opens the
 * login and is retried after it.
 */
export const useReauthentication = () => {
  const userId = useSession()?.userId ?? null;
  const payer = useRef(userId);
  const [loginRequest, setLoginRequest] = useState<{ done: (isLoggedIn: boolean) => void }>();
  useEffect(() => {
    // During a login the account stays as it was, so that the retry notices a change of account.
    if (userId !== null && !loginRequest) payer.current = userId;
  }, [userId, loginRequest]);

  const requestLogin = (): Promise<boolean> =>
    new Promise((resolve) => {
      setLoginRequest({
        done: (isLoggedIn) => {
          setLoginRequest(undefined);
          resolve(isLoggedIn);
        },
      });
    });

  /** @throws LoginMissing, and the errors of `call` while the session is valid */
  const withSession = async <T>(call: () => Promise<T>): Promise<T> => {
    const token = session.token();
    try {
      return await call();
    } catch (error) {
      if (!isSessionLost(error)) throw error;
      const userBefore = payer.current;
      // The refused token is dropped; a different token comes from a login in another tab.
      if (session.token() === token) session.end();
      if (session.token() === null && !(await requestLogin()))
        throw new LoginMissing('Log in to continue the payment.');
      if (session.get()?.userId !== userBefore)
        throw new LoginMissing('You logged in with another account. Check the details, then pay again.');
      return withSession(call);
    }
  };

  return { withSession, loginRequest };
};
