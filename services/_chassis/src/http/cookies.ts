export const SESSION_COOKIE = 'satrangi_session';

/** `Set-Cookie` for a session: hidden from scripts, and not sent by other sites with changes. `maxAge` in seconds. */
export const sessionCookie = (
  token: string,
  { secure, maxAge }: { readonly secure: boolean; readonly maxAge: number },
): string =>
  `${SESSION_COOKIE}=${token}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

export const clearSessionCookie = (): string =>
  `${SESSION_COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`;

/** The value of one cookie in a `Cookie` header. */
export const cookieOf = (header: string | undefined, name: string): string | undefined => {
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim() || undefined;
  }
  return undefined;
};
