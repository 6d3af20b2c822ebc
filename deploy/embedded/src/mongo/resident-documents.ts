import type { Store } from '../store/store.ts';
import type { Entry } from './entry.ts';
import { createPacker } from './pack.ts';

/** Documents that are read together when a pass reads one after the other. */
const READ_AHEAD = 64;
/** The round of a removed document: it leaves the memory when no cursor contains it. */
const DETACHED = Number.MAX_SAFE_INTEGER;
/** A pass may leave out some documents. */
const NEAR = 4 * READ_AHEAD;

export type ResidentDocuments = {
  /** A new document of a collection; it is in memory at least until it is stored. */
  readonly add: (collection: number, seq: number, id: string, raw: Uint8Array) => Entry;
  /** A document as it is stored; it is in memory while there is room. */
  readonly addStored: (collection: number, seq: number, id: string, raw: Uint8Array) => Entry;
  /** A removed document stays readable for cursors that contain it. */
  readonly detach: (entry: Entry) => void;
  /** Every change is stored: documents that were not used lately leave the memory. */
  readonly settle: () => void;
  readonly use: () => DocumentsUse;
};

export type DocumentsUse = {
  /** The bytes of the documents in memory. */
  readonly residentBytes: number;
  /** How often a document was read from the store because it was not in memory. */
  readonly documentsRead: number;
};

type Options = {
  readonly store: Pick<Store, 'documentsAt'>;
  /** The bytes of documents in memory; more, when one turn of the event loop changes more. `Infinity`: all of them. */
  readonly maxBytes: number;
};

/** Reads documents by their number, several at once for a pass in their order. */
const createReader = (store: Options['store']) => {
  let ahead = new Map<number, Uint8Array>();
  let lastCollection = 0;
  let lastSeq = 0;
  return {
    read: (collection: number, seq: number): Uint8Array => {
      const isSame = collection === lastCollection;
      const known = isSame ? ahead.get(seq) : undefined;
      if (known) return known;
      const isPass = isSame && seq > lastSeq && seq - lastSeq < NEAR;
      const rows = store.documentsAt(collection, seq, isPass ? READ_AHEAD : 1);
      ahead = new Map(rows.map(({ seq: each, body }) => [each, body]));
      lastCollection = collection;
      lastSeq = rows.at(-1)?.seq ?? seq;
      const body = ahead.get(seq);
      if (!body) throw new Error(`document ${seq} of collection ${collection} is not in the store`);
      return body;
    },
    /** Stored documents may have changed. */
    clear: (): void => ahead.clear(),
  };
};

/** What the documents of a store share. */
type Rounds = {
  readonly maxBytes: number;
  readonly read: (collection: number, seq: number) => Uint8Array;
  round: number;
  /** The bytes that were used in this round, and those in memory. */
  usedBytes: number;
  residentBytes: number;
  documentsRead: number;
  /** Documents that were used in this round, and those that were used before. */
  recent: Resident[];
  older: Resident[];
};

class Resident implements Entry {
  readonly seq: number;
  readonly id: string;
  readonly collection: number;
  /** Undefined when the document is only in the store. */
  bytes: Uint8Array | undefined;
  usedIn = -1;
  readonly rounds: Rounds;

  constructor(rounds: Rounds, collection: number, seq: number, id: string) {
    this.rounds = rounds;
    this.collection = collection;
    this.seq = seq;
    this.id = id;
  }

  get raw(): Uint8Array {
    const { bytes } = this;
    if (bytes === undefined) return this.readStored();
    if (this.usedIn < this.rounds.round) this.use(bytes);
    return bytes;
  }

  set raw(bytes: Uint8Array) {
    this.rounds.residentBytes += bytes.length - (this.bytes?.length ?? 0);
    this.bytes = bytes;
    this.use(bytes);
  }

  readStored(): Uint8Array {
    const { rounds } = this;
    const bytes = rounds.read(this.collection, this.seq);
    rounds.documentsRead += 1;
    // one command that reads everything does not hold everything
    if (rounds.residentBytes > rounds.maxBytes) rounds.usedBytes += bytes.length;
    else this.raw = bytes;
    return bytes;
  }

  use(bytes: Uint8Array): void {
    const { rounds } = this;
    rounds.usedBytes += bytes.length;
    if (this.usedIn >= rounds.round || rounds.maxBytes === Number.POSITIVE_INFINITY) return;
    this.usedIn = rounds.round;
    rounds.recent.push(this);
  }

  leave(): void {
    this.rounds.residentBytes -= this.bytes?.length ?? 0;
    this.bytes = undefined;
  }

  detach(): void {
    const { raw } = this;
    this.leave();
    this.bytes = raw;
    this.usedIn = DETACHED;
  }
}

const endRound = (rounds: Rounds): void => {
  const unused = rounds.older.filter(({ usedIn }) => usedIn < rounds.round);
  const isLeaving = (): boolean => rounds.residentBytes > rounds.maxBytes / 2;
  let leaving = 0;
  for (; leaving < unused.length && isLeaving(); leaving += 1) unused[leaving]?.leave();
  rounds.older = [...unused.slice(leaving), ...rounds.recent.filter(({ usedIn }) => usedIn === rounds.round)];
  rounds.recent = [];
  rounds.usedBytes = 0;
  rounds.round += 1;
};

/**
 * The documents in memory: those that were used last, up to a number of bytes; the others are read from the file. A round
 * lasts until half of that number was used. At its end documents leave the memory that were used in no round since the
 * one before, until half of the memory is free.
 */
export const createResidentDocuments = ({ store, maxBytes }: Options): ResidentDocuments => {
  const reader = createReader(store);
  const pack = createPacker();
  const rounds: Rounds = {
    maxBytes,
    read: reader.read,
    round: 0,
    usedBytes: 0,
    residentBytes: 0,
    documentsRead: 0,
    recent: [],
    older: [],
  };

  return {
    add: (collection, seq, id, raw) => {
      const entry = new Resident(rounds, collection, seq, id);
      entry.raw = raw;
      return entry;
    },
    addStored: (collection, seq, id, raw) => {
      const entry = new Resident(rounds, collection, seq, id);
      if (rounds.residentBytes <= maxBytes) entry.raw = pack(raw);
      return entry;
    },
    detach: (entry) => {
      if (entry instanceof Resident) entry.detach();
    },
    settle: () => {
      reader.clear();
      // a change of more than fits was one round: without the second condition it would stay until another half was used
      if (rounds.usedBytes > maxBytes / 2 || rounds.residentBytes > maxBytes) endRound(rounds);
    },
    use: () => ({ residentBytes: rounds.residentBytes, documentsRead: rounds.documentsRead }),
  };
};
