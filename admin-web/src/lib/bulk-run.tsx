import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useBeforeUnload } from 'react-router-dom';
import type { BulkSource, Outcome } from './bulk-batches.ts';
import { type BulkItem, type BulkProgress, leftOf, type MatchingRows, type Note } from './bulk-progress.ts';
import { sentenceOf } from './http.ts';

const BulkPanel = lazy(async () => ({ default: (await import('./bulk-panel.tsx')).BulkPanel }));

type Engine = typeof import('./bulk-batches.ts');

const begun = (title: string, total: number): BulkProgress => ({
  title,
  total,
  done: 0,
  skipped: 0,
  refused: [],
  failure: '',
  isWaiting: false,
  isRunning: true,
});

const withOutcome = (run: BulkProgress, outcome: Outcome, note: Note): BulkProgress => {
  if (outcome === 'done') return { ...run, done: run.done + 1 };
  if (outcome === 'skipped') return { ...run, skipped: run.skipped + 1 };
  return { ...run, refused: [...run.refused, note] };
};

export type BulkRun = {
  readonly start: <Row>(title: string, given: readonly BulkItem[] | MatchingRows<Row>) => void;
  readonly panel: ReactNode;
};

/**
 * Sends single writes, four at a time, of a list of items or of all rows that fit a filter, which it reads page by page.
 * Its panel counts what is done, refused, skipped and left; closing it does not stop the run, leaving the page asks
 * first. Skipped are rows that were changed or are gone since they were read. A second start while one runs is ignored.
 * @param onDone called at the end of each run, so that lists are fetched again
 */
export const useBulkRun = (onDone: () => void): BulkRun => {
  const [run, setRun] = useState<BulkProgress | null>(null);
  const [isShown, setShown] = useState(false);
  const stop = useRef<AbortController | null>(null);
  useBeforeUnload((event) => {
    if (stop.current) event.preventDefault();
  });
  /** Of the run that is shown: a run that goes on after a failure keeps its source. */
  const open = useRef<(engine: Engine) => BulkSource>(null);
  const source = useRef<BulkSource>(null);

  const send = async (first: BulkProgress): Promise<void> => {
    const controller = new AbortController();
    const { signal } = controller;
    stop.current = controller;
    setShown(true);
    setRun(first);
    const change = (next: (before: BulkProgress) => BulkProgress): void =>
      setRun((before) => before && next(before));
    try {
      const engine = await import('./bulk-batches.ts');
      source.current ??= open.current?.(engine) ?? null;
      if (source.current)
        await engine.runBatches(source.current, {
          signal,
          onOutcome: (outcome, item, sentence) =>
            change((before) => withOutcome(before, outcome, { item, sentence })),
          onWait: (isWaiting) => change((before) => ({ ...before, isWaiting })),
        });
      // what was confirmed and is not in the list any more
      if (!signal.aborted) change((before) => ({ ...before, skipped: before.skipped + leftOf(before) }));
    } catch (error) {
      if (!signal.aborted) change((before) => ({ ...before, failure: sentenceOf(error) }));
    } finally {
      stop.current = null;
      change((before) => ({ ...before, isRunning: false, isWaiting: false }));
      onDone();
    }
  };
  const start: BulkRun['start'] = (title, given) => {
    const total = 'readPage' in given ? given.total : given.length;
    if (stop.current || total === 0) return;
    open.current = ({ sourceOf }) => sourceOf(given);
    source.current = null;
    void send(begun(title, total));
  };

  const panel = run && (
    <Suspense>
      <BulkPanel
        run={run}
        isShown={isShown}
        onShow={setShown}
        onStop={() => stop.current?.abort()}
        onRetry={() =>
          start(
            run.title,
            run.refused.map(({ item }) => item),
          )
        }
        onGoOn={() => {
          if (!stop.current) void send({ ...run, failure: '', isRunning: true });
        }}
        onForget={() => setRun(null)}
      />
    </Suspense>
  );
  return { start, panel };
};
