import { crc32 } from 'node:zlib';
import { type CachedResponse, detachedResponse, detachedString } from './cached-response.ts';

/** The part of the cache for responses with free text in their key: everybody may send as many as they like. */
const FREE_TEXT_PART = 1 / 8;

export type CacheStore = {
  readonly get: (key: string) => CachedResponse | undefined;
  /** An invalidated response that may still be right: its service tells by the etag. */
  readonly outdated: (key: string) => CachedResponse | undefined;
  /** Changes with each invalidation; a response requested before an invalidation must not be stored after it. */
  readonly version: () => number;
  /** Stores the response unless the version has changed since `version`. */
  readonly put: (key: string, response: CachedResponse, version: number) => void;
  /** Invalidates what a live message of this type about this item concerns. */
  readonly invalidate: (type: string, id: string) => void;
  /** Invalidates the responses that match. Pending requests of any kind are not stored. */
  readonly invalidateWhere: (matches: (response: CachedResponse) => boolean) => void;
  readonly clear: () => void;
  /** While disabled nothing is stored: without live messages no response could be invalidated. */
  readonly enable: () => void;
  readonly disable: () => void;
  readonly size: () => { readonly entries: number; readonly bytes: number };
};

/** Keys of responses that were not stored, in one of two generations. */
const REMEMBERED_KEYS = 4_096;

/**
 * Remembers keys for a while, as checksums. Two keys with the same checksum, one in a million, are taken for one: a response
 * is then stored at its first request.
 */
const createDoorkeeper = () => {
  let recent = new Set<number>();
  let older = new Set<number>();
  return {
    /** @returns whether the key was passed before */
    hasSeen: (key: string): boolean => {
      const checksum = crc32(key);
      if (recent.has(checksum) || older.has(checksum)) return true;
      recent.add(checksum);
      if (recent.size >= REMEMBERED_KEYS) [recent, older] = [new Set(), recent];
      return false;
    },
  };
};

/** The stored responses, in order of insertion: the oldest are evicted first. */
const createEntries = (maxBytes: number) => {
  const doorkeeper = createDoorkeeper();
  const entries = new Map<string, CachedResponse>();
  const outdated = new Set<string>();
  /** The keys with free text, in order of insertion. */
  const freeTextKeys = new Set<string>();
  let bytes = 0;
  let freeTextBytes = 0;

  const remove = (key: string): void => {
    const response = entries.get(key);
    if (!response) return;
    entries.delete(key);
    outdated.delete(key);
    bytes -= response.bytes;
    if (freeTextKeys.delete(key)) freeTextBytes -= response.bytes;
  };
  const clear = (): void => {
    entries.clear();
    outdated.clear();
    freeTextKeys.clear();
    bytes = 0;
    freeTextBytes = 0;
  };

  const evict = (oldestFirst: Iterable<string>, isEnough: () => boolean): void => {
    for (const key of oldestFirst) {
      if (isEnough()) return;
      remove(key);
    }
  };

  const hasRoomFor = ({ bytes: more, isFreeText }: CachedResponse): boolean =>
    bytes + more <= maxBytes && (!isFreeText || freeTextBytes + more <= maxBytes * FREE_TEXT_PART);

  return {
    entries,
    isOutdated: (key: string): boolean => outdated.has(key),
    /** A response with free text is hardly requested again. */
    invalidate: (key: string, { isConditional, isFreeText }: CachedResponse): void => {
      if (isConditional && !isFreeText) outdated.add(key);
      else remove(key);
    },
    /** Adds the response. When that evicts others, it must have been stored or requested before. */
    add: (key: string, response: CachedResponse): void => {
      const isKnown = entries.has(key);
      remove(key);
      if (!hasRoomFor(response) && !isKnown && !doorkeeper.hasSeen(key)) return;
      const ownKey = detachedString(key);
      entries.set(ownKey, detachedResponse(response));
      bytes += response.bytes;
      if (response.isFreeText) {
        freeTextKeys.add(ownKey);
        freeTextBytes += response.bytes;
        evict(freeTextKeys, () => freeTextBytes <= maxBytes * FREE_TEXT_PART);
      }
      evict(entries.keys(), () => bytes <= maxBytes);
    },
    remove,
    clear,
    size: () => ({ entries: entries.size, bytes }),
  };
};

/**
 * Responses of public reads in memory. When it is full, a response is stored at its second request, and the oldest are evicted
 * first: distinct requests evict nothing, however many there are. A response is stale for at most the delay of a live message:
 * a message invalidates what it concerns, and responses that were pending at that time are not stored.
 */
export const createCacheStore = (options: {
  readonly maxBytes: number;
  readonly now: () => number;
}): CacheStore => {
  const { entries, isOutdated, add, invalidate, remove, size, ...stored } = createEntries(options.maxBytes);
  /** Every prefix that any stored response named: most messages match none, and need no scan of the entries. */
  const prefixes = new Set<string>();
  let version = 0;
  let isEnabled = false;

  const clear = (): void => {
    version += 1;
    stored.clear();
  };
  /** Responses have one time to live, so the first ones expire first. */
  const dropExpired = (): void => {
    for (const [key, { expiresAt }] of entries) {
      if (expiresAt > options.now()) return;
      remove(key);
    }
  };

  return {
    get: (key) => {
      const response = entries.get(key);
      if (!response || isOutdated(key)) return undefined;
      if (response.expiresAt > options.now()) return response;
      invalidate(key, response);
      return undefined;
    },
    outdated: (key) => (isOutdated(key) ? entries.get(key) : undefined),
    version: () => version,
    put: (key, response, requestedAt) => {
      if (!isEnabled || requestedAt !== version || response.bytes > options.maxBytes / 8) return;
      dropExpired();
      for (const prefix of response.invalidatedBy) prefixes.add(prefix);
      add(key, response);
    },
    invalidate: (type, id) => {
      version += 1;
      if (![...prefixes].some((prefix) => type.startsWith(prefix))) return;
      for (const [key, response] of entries) {
        const matches = response.invalidatedBy.some((prefix) => type.startsWith(prefix));
        if (matches && (response.itemId === null || response.itemId === id)) invalidate(key, response);
      }
    },
    invalidateWhere: (matches) => {
      version += 1;
      for (const [key, response] of entries) if (matches(response)) invalidate(key, response);
    },
    clear,
    enable: () => {
      clear();
      isEnabled = true;
    },
    disable: () => {
      isEnabled = false;
      clear();
    },
    size,
  };
};
