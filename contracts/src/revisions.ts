/**
 * True when an `If-Match` header names the revision of the state that is there. A call without the header is always
 * allowed: the last save wins (decision 0023).
 */
export const matchesRevision = (ifMatch: string | undefined, revision: string): boolean =>
  ifMatch === undefined ||
  ifMatch
    .split(',')
    .map((tag) => tag.trim().replace(/^"(.*)"$/, '$1'))
    .some((tag) => tag === '*' || tag === revision);
