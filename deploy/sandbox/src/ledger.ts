import { appendFileSync } from 'node:fs';
import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { z } from 'zod';
import { withoutPerson } from './without-person.ts';

/** Rows of one kind by id. Rows are immutable: an update puts a new row under the same id. */
export type Table<Row extends { id: string }> = {
  get: (id: string) => Row | undefined;
  put: (row: Row) => void;
  /** In the order in which the rows first appeared. */
  all: () => Iterable<Row>;
};

export type Ledger = {
  table: <Row extends { id: string }>(name: string, schema: z.ZodType<Row>) => Table<Row>;
  /** Resolves when all rows put so far are in the file: a response sent after it survives a crash. */
  settled: () => Promise<void>;
  [Symbol.asyncDispose]: () => Promise<void>;
};

type Entry = { table: string; row: { id: string } };

const Entry = z.object({ table: z.string(), row: z.looseObject({ id: z.string() }) });

const entryKey = ({ table, row }: Entry): string => `${table} ${row.id}`;

const toJsonLines = (entries: Iterable<Entry>): string => {
  let text = '';
  // the file contains no personal data (decision 0048)
  for (const { table, row } of entries) text += `${JSON.stringify({ table, row: withoutPerson(row) })}\n`;
  return text;
};

/** A crash during a write leaves an incomplete last line; that row was never acknowledged, so it is dropped. */
const readEntries = async (file: string): Promise<Map<string, Entry>> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const entries = new Map<string, Entry>();
  for (const line of text.slice(0, text.lastIndexOf('\n') + 1).split('\n')) {
    if (line === '') continue;
    const entry = Entry.parse(JSON.parse(line));
    entries.set(entryKey(entry), entry);
  }
  return entries;
};

type Journal = { append: (entries: Iterable<Entry>) => void; close: () => Promise<void> };

const openJournal = async (dataDir: string): Promise<[Journal, Map<string, Entry>]> => {
  const file = join(dataDir, 'sandbox-ledger.jsonl');
  await mkdir(dataDir, { recursive: true });
  const entries = await readEntries(file);
  // Compaction: only the last version of each row is kept, so the file does not grow with each start.
  await writeFile(`${file}.new`, toJsonLines(entries.values()));
  await rename(`${file}.new`, file);
  const handle = await open(file, 'a');
  // Synchronous: an asynchronous write of some kilobytes costs more and guarantees no more.
  const append = (batch: Iterable<Entry>): void => appendFileSync(handle.fd, toJsonLines(batch));
  return [{ append, close: () => handle.close() }, entries];
};

/**
 * The state of the fake providers: in `<dataDir>/sandbox-ledger.jsonl`, or in memory without a `dataDir`.
 * Names, addresses and phone numbers are in memory only: after a restart those fields are empty.
 * Rows put in one turn of the event loop are batched into one write.
 */
export const openLedger = async (dataDir?: string): Promise<Ledger> => {
  const [journal, savedEntries] = dataDir === undefined ? [] : await openJournal(dataDir);
  let unwritten = new Map<string, Entry>();
  let isScheduled = false;
  let tail: Promise<void> = Promise.resolve();

  const write = (): void => {
    isScheduled = false;
    const batch = unwritten;
    unwritten = new Map();
    journal?.append(batch.values());
  };
  const enqueue = (entry: Entry): void => {
    if (!journal) return;
    unwritten.set(entryKey(entry), entry);
    if (isScheduled) return;
    isScheduled = true;
    tail = tail.then(() => turn()).then(write);
    // settled() rejects with a failed write; here it is not an unhandled rejection.
    tail.catch(() => {});
  };

  return {
    table: <Row extends { id: string }>(name: string, schema: z.ZodType<Row>): Table<Row> => {
      const rows = new Map<string, Row>();
      for (const { table, row } of savedEntries?.values() ?? []) {
        if (table === name) rows.set(row.id, schema.parse(row));
      }
      return {
        get: (id) => rows.get(id),
        put: (row) => {
          rows.set(row.id, row);
          enqueue({ table: name, row });
        },
        all: () => rows.values(),
      };
    },
    settled: () => tail,
    [Symbol.asyncDispose]: async () => {
      await tail;
      await journal?.close();
    },
  };
};
