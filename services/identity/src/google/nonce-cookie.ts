import { randomBytes } from 'node:crypto';
import { cookieOf } from '@satrangi/chassis';

const NAME = 'satrangi_google';
const SECONDS = 3_600;
const NONCE = /^[\w-]{22}$/;

export const nonceOf = (cookies: string | undefined): string | null => cookieOf(cookies, NAME) ?? null;

/** A browser keeps its nonce until it is used, so that several open pages do not void each other's sign-in. */
export const currentOrNewNonce = (cookies: string | undefined): string => {
  const stored = nonceOf(cookies);
  return stored && NONCE.test(stored) ? stored : randomBytes(16).toString('base64url');
};

/** Binds a sign-in to the browser that started it: an ID token with another browser's nonce is rejected. */
export const nonceCookie = (nonce: string, secure: boolean): string =>
  `${NAME}=${nonce}; Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

export const clearNonceCookie = (): string => `${NAME}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`;
