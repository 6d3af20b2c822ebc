import { appendFileSync } from 'node:fs';
import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { z } from 'zod';
import { withoutPerson } from './without-person.ts';

/** Rows of one kind by id. Rows are never changed in place: a change is a new row put under the same id. */
export type Table<Row extends { id: string }> = {
  get: (id: string) => Row | undefined;
  put: (row: Row) => void;
  /** In the order in which the rows first appeared. */
  all: () => Iterable<Row>;
};

export type Ledger = {
  table: <Row extends { id: string }>(name: string, schema: z.ZodType<Row>) => Table<Row>;
  /** Resolves once everything put so far is in the file: an answer given after it survives a killed process. */
  settled: () => Promise<void>;
  [Symbol.asyncDispose]: () => Promise<void>;
};

type Entry = { table: string; row: { id: string } };

const Entry = z.object({ table: z.string(), row: z.looseObject({ id: z.string() }) });

const entryKey = ({ table, row }: Entry): string => `${table} ${row.id}`;

const inLines = (entries: Iterable<Entry>): string => {
  let text = '';
  // the file holds no person (decision 0048)
  for (const { table, row } of entries) text += `${JSON.stringify({ table, row: withoutPerson(row) })}\n`;
  return text;
};

/** A process killed while writing leaves half a line at the end; nobody was told of that row, so it is dropped. */
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
  // Only the last word on each row is kept, so the file does not grow from start to start.
  await writeFile(`${file}.new`, inLines(entries.values()));
  await rename(`${file}.new`, file);
  const handle = await open(file, 'a');
  // Some kilobytes for the system to keep: handing them to another thread costs more than that, and promises no more.
  const append = (batch: Iterable<Entry>): void => appendFileSync(handle.fd, inLines(batch));
  return [{ append, close: () => handle.close() }, entries];
};

/**
 * What the providers remember. With a `dataDir` it is kept in `<dataDir>/sandbox-ledger.jsonl`, without one in memory.
 * Names, addresses and phone numbers are in memory only: after a restart those fields are empty.
 * All rows put in one turn of the event loop go into one write: a busy minute costs few writes.
 */
export const openLedger = async (dataDir?: string): Promise<Ledger> => {
  const [journal, remembered] = dataDir === undefined ? [] : await openJournal(dataDir);
  let unwritten = new Map<string, Entry>();
  let isScheduled = false;
  let tail: Promise<void> = Promise.resolve();

  const write = (): void => {
    isScheduled = false;
    const batch = unwritten;
    unwritten = new Map();
    journal?.append(batch.values());
  };
  const keep = (entry: Entry): void => {
    if (!journal) return;
    unwritten.set(entryKey(entry), entry);
    if (isScheduled) return;
    isScheduled = true;
    tail = tail.then(() => turn()).then(write);
    // Whoever waits in settled() hears of a failed write; nobody else has to.
    tail.catch(() => {});
  };

  return {
    table: <Row extends { id: string }>(name: string, schema: z.ZodType<Row>): Table<Row> => {
      const rows = new Map<string, Row>();
      for (const { table, row } of remembered?.values() ?? []) {
        if (table === name) rows.set(row.id, schema.parse(row));
      }
      return {
        get: (id) => rows.get(id),
        put: (row) => {
          rows.set(row.id, row);
          keep({ table: name, row });
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
