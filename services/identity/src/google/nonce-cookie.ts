import { cookieOf } from '@satrangi/chassis';

const NAME = 'satrangi_google';
const SECONDS = 600;

/** Binds a sign-in to the browser that began it: a token made for another browser's nonce does not count here. */
export const nonceCookie = (nonce: string, secure: boolean): string =>
  `${NAME}=${nonce}; Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

export const forgetNonce = (): string => `${NAME}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`;

export const nonceOf = (cookies: string | undefined): string | null => cookieOf(cookies, NAME) ?? null;
