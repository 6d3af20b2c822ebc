import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sqliteStore } from '../store/sqlite.ts';
import type { Store } from '../store/store.ts';
import type { Collection } from './collection.ts';
import { encode } from './documents.ts';
import { createEngine, type Engine } from './engine.ts';
import { findEntries } from './query.ts';

const DOCS = 1_200;
/** Of the additional notes, every third one. */
const KEPT = DOCS / 3;
/** A round that removes traces is due after five seconds without a write. */
const QUIET_MS = 6_000;
const NOW = new Date('2026-11-29T12:00:00Z');

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'embedded-late-'));
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(dir, { recursive: true, force: true });
});

const commit = (store: Store, engine: Engine): void => {
  if (engine.hasPending()) store.commit(engine.takePending());
  engine.settle();
};

/** Every second note has expired. */
const fill = (): void => {
  const store = sqliteStore(dir);
  const engine = createEngine(store, { residentBytes: 0 });
  const notes = engine.ensure('d', 'notes');
  notes.addIndex({ name: 'at_1', key: { at: 1 }, expireAfterSeconds: 60 });
  for (let n = 0; n < DOCS; n += 1) {
    const at = new Date(NOW.getTime() - (n % 2) * 3_600_000);
    notes.insert(encode({ _id: n, at, text: 'word '.repeat(n % 40) }));
    const gone = notes.insert(encode({ _id: `gone ${n}`, at, text: 'word '.repeat(n % 40) }));
    commit(store, engine);
    if (n % 3 > 0) notes.remove(gone);
  }
  commit(store, engine);
  store.close();
};

const open = (): { store: Store; engine: Engine; notes: Collection } => {
  const store = sqliteStore(dir);
  const engine = createEngine(store, { residentBytes: 0 });
  const notes = engine.find('d', 'notes');
  if (!notes) throw new Error('no notes');
  return { store, engine, notes };
};

it('the file is rewritten while it is loaded, and each document is loaded once', () => {
  fill();
  const { store, engine, notes } = open();
  engine.loadSome();
  expect(notes.isLoaded()).toBe(false);
  const body = new Uint8Array(1_000_000);
  store.commit([{ kind: 'put', collection: 9, seq: 1, body }]);
  store.commit([{ kind: 'drop', collection: 9 }]);
  vi.advanceTimersByTime(QUIET_MS);
  const before = store.bytes();
  store.removeTraces();
  expect(store.bytes()).toBeLessThan(before);

  while (engine.loadSome());

  expect(notes.entries.size).toBe(DOCS + KEPT);
  for (const entry of notes.entries.values()) expect(entry.raw.length).toBeGreaterThan(10);
  store.close();
});

it('documents expire when their collection is loaded, not in a part of it', () => {
  fill();
  const { store, engine, notes } = open();
  engine.loadSome();
  engine.expire(NOW);
  expect(engine.hasPending()).toBe(false);

  while (engine.loadSome());
  engine.expire(NOW);
  commit(store, engine);

  expect(notes.entries.size).toBe((DOCS + KEPT) / 2);
  store.close();
  const again = open();
  expect(again.notes.entries.size).toBe((DOCS + KEPT) / 2);
  again.store.close();
});

it('a scan that ends early loads only what it read', () => {
  fill();
  const { store, notes } = open();
  expect(findEntries(notes, { filter: {}, limit: 1 }).entries).toHaveLength(1);
  expect(notes.isLoaded()).toBe(false);

  const all = findEntries(notes, { filter: {} }).entries;

  expect(all).toHaveLength(DOCS + KEPT);
  expect(notes.isLoaded()).toBe(true);
  expect(all.map(({ seq }) => seq)).toEqual([...notes.entries.values()].map(({ seq }) => seq));
  store.close();
});

it('a scan of a collection that is loaded in part has every document once', () => {
  fill();
  const { store, engine, notes } = open();
  engine.loadSome();
  const { entries } = findEntries(notes, { filter: { text: { $exists: true } } });
  expect(new Set(entries.map(({ id }) => id)).size).toBe(DOCS + KEPT);
  store.close();
});
