import { expect, it } from 'vitest';
import { memoryStore } from '../store/store.ts';
import { encode } from './documents.ts';
import { createEngine } from './engine.ts';
import { createResidentDocuments } from './resident-documents.ts';

const DOCS = 100;
const BYTES = 100;
/** Room for a fifth of the documents. */
const MAX_BYTES = (DOCS * BYTES) / 5;

/** A store of equal documents that notes what is read. */
const openStore = () => {
  const reads: number[] = [];
  const documentsAt = (_collection: number, from: number, limit: number) => {
    reads.push(from);
    const last = Math.min(from + limit, DOCS + 1);
    return Array.from({ length: Math.max(0, last - from) }, (_, n) => ({
      seq: from + n,
      body: new Uint8Array(BYTES).fill(from + n),
    }));
  };
  return { reads, documentsAt };
};

const fill = () => {
  const store = openStore();
  const documents = createResidentDocuments({ store, maxBytes: MAX_BYTES });
  const entries = Array.from({ length: DOCS }, (_, n) => {
    const entry = documents.add(1, n + 1, `k${n + 1}`, new Uint8Array(BYTES).fill(n + 1));
    documents.settle();
    return entry;
  });
  return { ...store, documents, entries };
};

it('stored documents leave the memory, are read again, and the last ones stay', () => {
  const { reads, documents, entries } = fill();
  expect(entries[0]?.raw[0]).toBe(1);
  expect(reads).toEqual([1]);
  expect(entries[0]?.raw[0]).toBe(1);
  expect(entries.at(-1)?.raw[0]).toBe(DOCS);
  expect(reads).toEqual([1]);
  documents.settle();
});

it('a pass in the order of insertion reads many documents at once', () => {
  const { reads, entries } = fill();
  for (const { raw, seq } of entries) expect(raw[0]).toBe(seq);
  expect(reads.length).toBeLessThan(6);
});

it('a changed document stays until it is stored', () => {
  const { reads, documents, entries } = fill();
  const changed = new Uint8Array(BYTES).fill(200);
  const [first, ...others] = entries;
  if (first) first.raw = changed;
  for (const { raw } of others) expect(raw).toBeDefined();
  const before = reads.length;
  expect(first?.raw).toBe(changed);
  expect(reads).toHaveLength(before);
  documents.settle();
});

it('a removed document stays readable for a cursor', () => {
  const { documents, entries, reads } = fill();
  const [first] = entries;
  if (first) documents.detach(first);
  documents.settle();
  const before = reads.length;
  for (let n = 0; n < DOCS; n += 1) {
    expect(entries[n]?.raw.length).toBe(BYTES);
    documents.settle();
  }
  expect(reads.slice(before)).not.toContain(1);
  expect(first?.raw[0]).toBe(1);
});

it('after a change of more documents than fit, the memory is within its limit again, without further use', () => {
  const { documents, entries, reads } = fill();
  for (const entry of entries) entry.raw = new Uint8Array(BYTES).fill(entry.seq);
  documents.settle();
  documents.settle();
  const before = reads.length;
  // backwards, so that each read is one document
  for (const { raw, seq } of [...entries].reverse()) expect(raw[0]).toBe(seq);
  expect(reads.length - before).toBeGreaterThanOrEqual(DOCS - MAX_BYTES / BYTES);
});

it('documents of which some cannot be read are never taken for all', () => {
  const described = { collection: 1, description: encode({ db: 'd', name: 'n', options: {}, indexes: [] }) };
  const broken = { seq: 1, body: new Uint8Array([5, 0, 0]) };
  const store = {
    ...memoryStore(),
    descriptions: () => [described],
    documentsFrom: (_collection: number, from: number) =>
      [broken, { seq: 2, body: encode({ _id: 2 }) }].filter(({ seq }) => seq >= from),
    bytes: () => MAX_BYTES + 1,
  };
  const engine = createEngine(store, { residentBytes: MAX_BYTES });
  const count = (): number | undefined => engine.find('d', 'n')?.entries.size;
  expect(count).toThrow();
  expect(count).toThrow();
  expect(engine.find('d', 'n')?.isLoaded()).toBe(false);
});

it('an index that could not be filled is filled at its next use', () => {
  const indexes = [
    { name: '_id_', key: { _id: 1 } },
    { name: 'n_1', key: { n: 1 }, unique: true },
  ];
  const described = { collection: 1, description: encode({ db: 'd', name: 'n', options: {}, indexes }) };
  let canRead = true;
  const row = { seq: 1, body: encode({ _id: 1, n: 1 }) };
  const store = {
    ...memoryStore(),
    descriptions: () => [described],
    documentsFrom: (_collection: number, from: number) => (from > 1 ? [] : [row]),
    documentsAt: () => {
      if (!canRead) throw new Error('unreadable');
      return [row];
    },
    lastSeq: () => 1,
  };
  // nothing stays in memory
  const collection = createEngine(store, { residentBytes: -1 }).find('d', 'n');
  const insert = (): void => void collection?.insert(encode({ _id: 2, n: 1 }));
  canRead = false;
  expect(insert).toThrow('unreadable');
  canRead = true;
  expect(insert).toThrow('E11000');
});

it('a store that does not fit in memory is read at the first use of a collection, any other one at the start', () => {
  const described = { collection: 1, description: encode({ db: 'd', name: 'n', options: {}, indexes: [] }) };
  const open = (bytes: number) => {
    const reads: number[] = [];
    const documentsFrom = (_collection: number, from: number) => {
      reads.push(from);
      return from > 0 ? [] : [{ seq: 7, body: encode({ _id: 7 }) }];
    };
    const store = { ...memoryStore(), descriptions: () => [described], documentsFrom, lastSeq: () => 7 };
    const engine = createEngine({ ...store, bytes: () => bytes }, { residentBytes: MAX_BYTES });
    return { engine, reads };
  };
  expect(open(MAX_BYTES).reads).toEqual([0, 8]);
  const { engine, reads } = open(MAX_BYTES + 1);
  expect(reads).toEqual([]);
  expect(engine.find('d', 'n')?.entries.size).toBe(1);
  expect(reads).toEqual([0, 8]);
});
