import type { Endpoint } from '@satrangi/contracts';

export const NO_STORE = 'no-store';

/** False only for public reads that do not use the login: their response is the same for all callers. */
export const dependsOnCaller = ({ method, access, personal, ticket }: Endpoint): boolean =>
  access !== 'public' || method !== 'GET' || personal === true || ticket === true;

/** The Cache-Control of a file that depends on its caller: `private` (checklist CAT-49) or `no-store`. */
export const privateOnly = (cacheControl: string): string =>
  /\b(private|no-store)\b/.test(cacheControl) ? cacheControl : NO_STORE;
