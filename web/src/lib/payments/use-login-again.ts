import { ApiError } from '@satrangi/contracts/pure';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { session, useSession } from '../session.ts';

/** A login over the page. `onDone` is called once: with true after a login, with false when it was closed. */
export type LoginAgain = ComponentType<{ readonly onDone: (isIn: boolean) => void }>;

/** The session ended and the caller did not log in again, or as somebody else. */
export class LoginMissing extends Error {
  override readonly name = 'LoginMissing';
}

const isSessionLost = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && (error.status === 401 || session.token() === null);

/**
 * For calls that must survive the end of a session, such as a payment: a refused call asks for the login, and the same
 * call is made again after it.
 */
export const useLoginAgain = () => {
  const userId = useSession()?.userId ?? null;
  const payer = useRef(userId);
  const [asked, setAsked] = useState<{ done: (isIn: boolean) => void }>();
  useEffect(() => {
    // Another account is noticed by the call that waits for the login.
    if (userId !== null && !asked) payer.current = userId;
  }, [userId, asked]);

  const askLogin = (): Promise<boolean> =>
    new Promise((resolve) => {
      setAsked({
        done: (isIn) => {
          setAsked(undefined);
          resolve(isIn);
        },
      });
    });

  /** @throws LoginMissing, and whatever `call` throws while the session is good */
  const signedIn = async <T>(call: () => Promise<T>): Promise<T> => {
    const token = session.token();
    try {
      return await call();
    } catch (error) {
      if (!isSessionLost(error)) throw error;
      const before = payer.current;
      // A token that was refused is worth nothing; another one came by a login in another tab.
      if (session.token() === token) session.end();
      if (session.token() === null && !(await askLogin()))
        throw new LoginMissing('Log in to continue the payment.');
      if (session.get()?.userId !== before)
        throw new LoginMissing('You logged in with another account. Check the details, then pay again.');
      return signedIn(call);
    }
  };

  return { signedIn, asked };
};
