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
/** All changes that a gateway knows of: how many it has noted since its start. */
export type ChangeMark = { readonly gateway: string; readonly noted: number };
/** The header of a read that must contain more changes than a list holds. Between gateway and service only. */
export const changesUntil = ({ gateway, noted }: ChangeMark): string => `${ALL_CHANGES}${gateway}.${noted}`;
/** The mark in a header; null for other headers. */
export const changeMarkOf = (header: unknown): ChangeMark | null => {
  const [, gateway, noted] = /^\*([\w-]{1,40})\.(\d{1,15})$/.exec(String(header)) ?? [];
  return gateway === undefined ? null : { gateway, noted: Number(noted) };
};
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

/** Changes that the reads of a page name, and until when (ms since 1970). */
export type OwnWrites = { changes: readonly string[]; until: number };

/** Adds the changes that the answer of a write names. */
export const noteWrites = (written: OwnWrites, { headers }: Response, now: number): void => {
  const changes = headers.get(CHANGES_HEADER);
  if (!changes) return;
  written.changes = [...new Set([...written.changes, ...changes.split(',')])].slice(-CHANGES_MAX);
  written.until = now + CHANGE_NAMED_MS;
};

/**
 * A `fetch` whose reads name the writes that it sent, until a minute after the latest: their answers contain these writes,
 * whichever gateway and replica answer. Clients without it read their own writes through the same gateway.
 * @param written shared by the `fetch`es of one page
 */
export const readOwnWrites =
  (
    send: typeof fetch,
    written: OwnWrites = { changes: [], until: 0 },
    now: () => number = Date.now,
  ): typeof fetch =>
  async (input, init) => {
    const isRead = (init?.method ?? 'GET') === 'GET';
    if (isRead && now() < written.until) {
      const headers = new Headers(init?.headers);
      headers.set(READ_AFTER_HEADER, `${written.changes}`);
      return send(input, { ...init, headers });
    }
    const response = await send(input, init);
    if (!isRead) noteWrites(written, response, now());
    return response;
  };
