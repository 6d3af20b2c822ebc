import { createFieldReader, decodeDocument } from '@satrangi/chassis';
import { completePrice, kindOf, StoredMediaType } from '@satrangi/contracts';
import { LRUCache } from 'lru-cache';
import type { IndexEntry } from '../catalog-index/indexed-items.ts';
import { type ItemTraits, storedTraits, traitsOf } from '../catalog-index/item-traits.rules.ts';
import { createSharedValues } from '../catalog-index/shared-values.ts';
import { type SortKey, sortKeyOf } from '../catalog-index/sort-orders.rules.ts';
import { entryOf } from './index-entry.ts';
import type { Media } from './media.rules.ts';
import { fillDefaults, withDefaults } from './media-defaults.ts';
import { computedTraits, type TraitSource, traitSources } from './responses.rules.ts';

/** Items in memory as objects, 8 MB: those that were shown last. */
const DECODED_MAX = 5_000;

const readHead = createFieldReader([
  '_id',
  'mediaType',
  'version',
  'status',
  'title',
  'createdAt',
  'priceINR',
  'priceUSD',
  'creatorId',
]);

const readTraits = createFieldReader([...new Set([...storedTraits, ...traitSources])]);

const numberOf = (value: unknown): number | null => (value === null ? null : Number(value));

const mediaOf = (bytes: Uint8Array): Media =>
  // this service has validated and stored it
  withDefaults(decodeDocument(bytes) as Media);

type Shared = {
  readonly decoded: LRUCache<StoredEntry, IndexEntry>;
  readonly values: ReturnType<typeof createSharedValues>;
};

/** An item as its bytes: most titles of a large catalog are not shown for days. */
class StoredEntry implements IndexEntry {
  readonly sortKey: SortKey;
  readonly mediaType: IndexEntry['mediaType'];
  readonly creatorId: string | null;
  readonly version: number;
  readonly isWithdrawn: boolean;
  readonly #bytes: Uint8Array;
  #traits: ItemTraits | undefined;
  readonly #shared: Shared;

  constructor(bytes: Uint8Array, shared: Shared) {
    const head = readHead(bytes);
    const { priceINR } = completePrice({
      priceINR: numberOf(head.priceINR),
      priceUSD: numberOf(head.priceUSD),
    });
    this.sortKey = sortKeyOf({
      _id: String(head._id),
      createdAt: String(head.createdAt),
      title: String(head.title),
      priceINR,
    });
    this.mediaType = kindOf(StoredMediaType.parse(head.mediaType)).joined;
    this.creatorId = head.creatorId === null ? null : String(head.creatorId);
    this.version = Number(head.version);
    this.isWithdrawn = head.status === 'withdrawn';
    this.#bytes = bytes;
    this.#shared = shared;
  }

  get traits(): ItemTraits {
    if (this.#traits) return this.#traits;
    const fields = readTraits(this.#bytes);
    fillDefaults(fields);
    // this service has validated and stored them
    const media = fields as Pick<Media, TraitSource> & ItemTraits;
    this.#traits = this.#shared.values.share(traitsOf({ ...media, ...computedTraits(media) }));
    return this.#traits;
  }

  get item(): IndexEntry['item'] {
    return this.#decoded().item;
  }

  get thumbnail(): IndexEntry['thumbnail'] {
    return this.#decoded().thumbnail;
  }

  get waveform(): IndexEntry['waveform'] {
    return this.#decoded().waveform;
  }

  #decoded(): IndexEntry {
    const { decoded } = this.#shared;
    const known = decoded.get(this);
    if (known) return known;
    const entry = entryOf(mediaOf(this.#bytes));
    decoded.set(this, entry);
    return entry;
  }
}

/** @returns makes the index entry of a stored document, which is decoded when more than its place in the lists is needed */
export const createStoredEntries = (): ((bytes: Uint8Array) => IndexEntry) => {
  const shared: Shared = { decoded: new LRUCache({ max: DECODED_MAX }), values: createSharedValues() };
  return (bytes) => new StoredEntry(bytes, shared);
};
