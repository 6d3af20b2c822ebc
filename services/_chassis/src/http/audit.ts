export type AuditedCall = {
  /** The account of the admin. */
  readonly by: string;
  /** The name of the endpoint in its contract. */
  readonly endpoint: string;
  /** The ids in the path; null when there are none. */
  readonly target: string | null;
  readonly requestId: string;
};

/** Runs a call and keeps a record of it. */
export type AuditAct = (call: AuditedCall, run: () => Promise<unknown>) => Promise<unknown>;

const TARGET_MAX = 120;
const opaque = /^[\w.:-]+$/;

/** Ids of the path, joined by slashes. Anything that is not an id is left out: it could be about a person. */
export const targetOf = (params: unknown): string | null => {
  if (typeof params !== 'object' || params === null) return null;
  const ids = Object.values(params)
    .map(String)
    .filter((text) => opaque.test(text));
  const target = ids.join('/').slice(0, TARGET_MAX);
  return target === '' ? null : target;
};
