import type { Endpoint } from '@satrangi/contracts';

export const NO_STORE = 'no-store';

/** Only a public read that looks at no login answers everybody alike; every other answer depends on its caller. */
export const dependsOnCaller = ({ method, access, personal, ticket }: Endpoint): boolean =>
  access !== 'public' || method !== 'GET' || personal === true || ticket === true;

/** What a file that depends on its caller may be sent with: `private` (checklist CAT-49) or `no-store`. */
export const privateOnly = (cacheControl: string): string =>
  /\b(private|no-store)\b/.test(cacheControl) ? cacheControl : NO_STORE;
