import { randomBytes } from 'node:crypto';
import { cookieOf } from '@satrangi/chassis';

const NAME = 'satrangi_google';
const SECONDS = 3_600;
const OURS = /^[\w-]{22}$/;

export const nonceOf = (cookies: string | undefined): string | null => cookieOf(cookies, NAME) ?? null;

/** A browser has one nonce until it is used, however many of its pages ask: they do not void each other's. */
export const nonceFor = (cookies: string | undefined): string => {
  const kept = nonceOf(cookies);
  return kept && OURS.test(kept) ? kept : randomBytes(16).toString('base64url');
};

/** Binds a sign-in to the browser that began it: a token made for another browser's nonce does not count here. */
export const nonceCookie = (nonce: string, secure: boolean): string =>
  `${NAME}=${nonce}; Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

export const forgetNonce = (): string => `${NAME}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`;
