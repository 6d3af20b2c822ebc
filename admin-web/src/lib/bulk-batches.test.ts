import { describe, expect, it, vi } from 'vitest';
import { type BulkSource, type Outcome, runBatches, sourceOf } from './bulk-batches.ts';
import { type BulkItem, ChangedRow } from './bulk-progress.ts';
import { CallError } from './http.ts';

const SIZE = 10;
type Row = { readonly id: string; price: number };

/** A list of rows behind a paginated call with a filter and an order, as a service has it. */
const aList = (count: number, fits: (row: Row) => boolean = () => true) => {
  const rows: Row[] = Array.from({ length: count }, (_, n) => ({ id: `r${n}`, price: n }));
  const shown = () => rows.filter(fits).sort((a, b) => a.price - b.price);
  return {
    rows,
    reads: 0,
    readPage: async function (page: number) {
      this.reads += 1;
      return shown()
        .slice(page * SIZE, (page + 1) * SIZE)
        .map((row) => ({ ...row }));
    },
  };
};

const acted = async (
  list: ReturnType<typeof aList>,
  act: (row: Row) => unknown,
  total = list.rows.length,
): Promise<string[]> => {
  const ids: string[] = [];
  const source = sourceOf<Row>({
    total,
    size: SIZE,
    readPage: (page) => list.readPage(page),
    toItem: ({ id }) => ({
      key: id,
      name: id,
      run: async () => {
        ids.push(id);
        const row = list.rows.find((each) => each.id === id);
        if (row) await act(row);
      },
    }),
  });
  await run(source);
  return ids;
};

const run = async (source: BulkSource, signal = new AbortController().signal) => {
  const counts: Record<Outcome, number> = { done: 0, skipped: 0, refused: 0 };
  const waits: boolean[] = [];
  await runBatches(source, {
    signal,
    onOutcome: (outcome) => {
      counts[outcome] += 1;
    },
    onWait: (isWaiting) => waits.push(isWaiting),
  });
  return { ...counts, waits };
};

const expectEachOnce = (ids: readonly string[], count: number): void => {
  expect(ids).toHaveLength(count);
  expect(new Set(ids).size).toBe(count);
};

describe('all rows that fit a filter', () => {
  it.each([
    ['leaves them where they are', () => {}],
    ['moves them to the end of the order', (row: Row) => (row.price = 1_000)],
    ['moves them to its beginning', (row: Row) => (row.price = -1)],
    ['turns it around', (row: Row) => (row.price = -row.price)],
  ])('are each acted on once when the act %s', async (_name, act) => {
    expectEachOnce(await acted(aList(95), act), 95);
  });

  it('are each acted on once when the act takes them out of the filter', async () => {
    const list = aList(95, ({ price }) => price < 1_000);

    const ids = await acted(list, (row) => (row.price = 1_000));

    expectEachOnce(ids, 95);
    // a page whose rows left is not read twice
    expect(list.reads).toBeLessThanOrEqual(11);
  });

  it('are never more than were confirmed, and a row that is not there any more ends nothing', async () => {
    expectEachOnce(await acted(aList(40), () => {}, 25), 25);
    expectEachOnce(await acted(aList(40), () => {}, 60), 40);
  });

  it('are read on after a failure, where it stood', async () => {
    const list = aList(40);
    let isDown = false;
    const ids: string[] = [];
    const source = sourceOf<Row>({
      total: 40,
      size: SIZE,
      readPage: (page) => {
        if (isDown && page === 2) throw new Error('no network');
        return list.readPage(page);
      },
      toItem: ({ id }) => ({ key: id, name: id, run: async () => void ids.push(id) }),
    });
    isDown = true;
    await expect(run(source)).rejects.toThrow('no network');
    expect(ids).toHaveLength(20);
    isDown = false;
    await run(source);
    expectEachOnce(ids, 40);
  });
});

const refusedBy = (status: number, code: string, retryAfter = ''): CallError => {
  const headers: HeadersInit = retryAfter ? { 'retry-after': retryAfter } : {};
  return new CallError('/x', new Response(null, { status, headers }), JSON.stringify({ code, detail: code }));
};
const itemsOf = (...runs: BulkItem['run'][]): BulkSource =>
  sourceOf(runs.map((each, n) => ({ key: String(n), name: String(n), run: each })));

describe('a run', () => {
  it('skips rows that were changed or are gone, and counts them apart from refused ones', async () => {
    const fails = (error: Error) => () => Promise.reject(error);

    const counts = await run(
      itemsOf(
        fails(refusedBy(404, 'not-found')),
        fails(refusedBy(409, 'version-conflict')),
        fails(new ChangedRow('changed')),
        fails(refusedBy(409, 'featured-full')),
        async () => {},
      ),
    );

    expect(counts).toMatchObject({ done: 1, skipped: 3, refused: 1 });
  });

  it('waits as long as the rate limit shows, and then sends the same write again', async () => {
    vi.useFakeTimers();
    let isLimited = true;
    const write = vi.fn(async () => {
      if (isLimited) throw refusedBy(429, 'too-many-requests', '7');
    });

    const running = run(itemsOf(write));
    await vi.advanceTimersByTimeAsync(6_900);
    expect(write).toHaveBeenCalledOnce();
    isLimited = false;
    await vi.advanceTimersByTimeAsync(200);
    vi.useRealTimers();

    expect(await running).toMatchObject({ done: 1, refused: 0, waits: [true, false] });
    expect(write).toHaveBeenCalledTimes(2);
  });

  it('is stopped also while it waits, and sends nothing after that', async () => {
    const stop = new AbortController();
    const write = vi.fn(async () => {
      throw refusedBy(429, 'too-many-requests', '60');
    });

    const running = run(itemsOf(write, write, write, write, write), stop.signal);
    await vi.waitFor(() => expect(write).toHaveBeenCalledTimes(4));
    stop.abort();

    expect(await running).toMatchObject({ done: 0, skipped: 0, refused: 0 });
    expect(write).toHaveBeenCalledTimes(4);
  });
});
