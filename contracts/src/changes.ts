/**
 * Changes name what an answer must contain, or contains (decision 0100). A change is `<id>@<version>`: the id of the live
 * message of a write, and the version of its document, or the id of the write where documents have no version.
 */

/** Request header of a read: the changes that its answer must contain, separated by commas. */
export const READ_AFTER_HEADER = 'x-read-after';
/** Response header. Of a write: its changes. Of a read between gateway and service: the changes that the answer contains. */
export const CHANGES_HEADER = 'x-changes';
/** Instead of a list: everything that is stored when the read arrives. Between gateway and service only. */
export const ALL_CHANGES = '*';
/** Most changes of one header; of more, the latest count. */
export const CHANGES_MAX = 32;
/** A change is named for this time (ms), the longest life of a cached answer: an older answer is cached nowhere. */
export const CHANGE_NAMED_MS = 60_000;

const valid = /^[\w.~%!'()*-]{1,200}@[\w-]{1,40}$/;

/** @param version the version of the document, or the id of the write */
export const changeOf = (id: string, version: number | string): string =>
  `${encodeURIComponent(id)}@${version}`;

/** The changes in a header, the latest ones when there are too many; texts that are no change are left out. */
export const changesIn = (header: string | readonly string[] | null | undefined): string[] =>
  typeof header === 'string'
    ? header
        .split(',')
        .filter((change) => valid.test(change))
        .slice(-CHANGES_MAX)
    : [];

/** A version of an item that is numbered. */
export type ItemVersion = { readonly id: string; readonly version: number };

/** The item and the version of a change; null when the change has the id of a write instead. */
export const itemVersionOf = (change: string): ItemVersion | null => {
  const [, id, version] = /^([^@]+)@(\d{1,15})$/.exec(change) ?? [];
  if (id === undefined) return null;
  try {
    return { id: decodeURIComponent(id), version: Number(version) };
  } catch {
    return null;
  }
};

/**
 * A `fetch` whose reads name the writes that it sent in the last minute: their answers contain these writes, whichever
 * gateway and replica answer. Clients without it read their own writes through the same gateway.
 * @param written change → until when it is named (ms since 1970); shared by the `fetch`es of one page
 */
export const readOwnWrites = (
  send: typeof fetch,
  written = new Map<string, number>(),
  now: () => number = Date.now,
): typeof fetch => {
  const named = (): string => {
    for (const [change, until] of written) if (until <= now()) written.delete(change);
    return [...written.keys()].slice(-CHANGES_MAX).join(',');
  };
  return async (input, init) => {
    if ((init?.method ?? 'GET') === 'GET') {
      const changes = named();
      if (changes === '') return send(input, init);
      const headers = new Headers(init?.headers);
      headers.set(READ_AFTER_HEADER, changes);
      return send(input, { ...init, headers });
    }
    const response = await send(input, init);
    for (const change of changesIn(response.headers.get(CHANGES_HEADER))) {
      // at the end: the oldest are left out first
      written.delete(change);
      written.set(change, now() + CHANGE_NAMED_MS);
    }
    return response;
  };
};
