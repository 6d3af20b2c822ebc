import { Button, Dialog } from '@satrangi/kit';
import { type ReactNode, useRef, useState } from 'react';
import { useBeforeUnload } from 'react-router-dom';
import { type BulkItem, type BulkSource, type Outcome, runBatches, sourceOf } from './bulk-batches.ts';
import styles from './bulk-run.module.css';
import { grouped } from './format.ts';
import { messageOf } from './http.ts';

/** Refused and skipped items that are named; of more only the number is shown. */
const NAMED = 100;

type Note = { readonly item: BulkItem; readonly sentence: string };
type Run = {
  readonly title: string;
  readonly source: BulkSource;
  readonly done: number;
  readonly skipped: number;
  readonly refused: readonly Note[];
  /** Why the rest could not be read. */
  readonly failure: string;
  readonly isWaiting: boolean;
  readonly isRunning: boolean;
};

const begun = (title: string, source: BulkSource): Run => ({
  title,
  source,
  done: 0,
  skipped: 0,
  refused: [],
  failure: '',
  isWaiting: false,
  isRunning: true,
});

const leftOf = ({ source, done, skipped, refused }: Run): number =>
  Math.max(0, source.total - done - skipped - refused.length);

const withOutcome = (run: Run, outcome: Outcome, note: Note): Run => {
  if (outcome === 'done') return { ...run, done: run.done + 1 };
  if (outcome === 'skipped') return { ...run, skipped: run.skipped + 1 };
  return { ...run, refused: [...run.refused, note] };
};

export type BulkRun = {
  readonly start: (title: string, items: readonly BulkItem[] | BulkSource) => void;
  readonly panel: ReactNode;
};

/**
 * Sends single writes, four at a time, of a list of items or of a source that reads them page by page. Its panel counts
 * what is done, refused, skipped and left; closing it does not stop the run, leaving the page asks first. Skipped are
 * rows that were changed or are gone since they were read. A second start while one runs is ignored.
 * @param onDone called at the end of each run, so that lists are asked again
 */
export const useBulkRun = (onDone: () => void): BulkRun => {
  const [run, setRun] = useState<Run | null>(null);
  const [isShown, setShown] = useState(false);
  const stop = useRef<AbortController | null>(null);
  useBeforeUnload((event) => {
    if (stop.current) event.preventDefault();
  });

  const send = (first: Run): void => {
    const controller = new AbortController();
    const { signal } = controller;
    stop.current = controller;
    setShown(true);
    setRun(first);
    const change = (next: (before: Run) => Run): void => setRun((before) => before && next(before));
    runBatches(first.source, {
      signal,
      onOutcome: (outcome, item, sentence) =>
        change((before) => withOutcome(before, outcome, { item, sentence })),
      onWait: (isWaiting) => change((before) => ({ ...before, isWaiting })),
    })
      .then(
        // what was confirmed and is not in the list any more
        () => signal.aborted || change((before) => ({ ...before, skipped: before.skipped + leftOf(before) })),
        (error: unknown) => signal.aborted || change((before) => ({ ...before, failure: messageOf(error) })),
      )
      .finally(() => {
        stop.current = null;
        change((before) => ({ ...before, isRunning: false, isWaiting: false }));
        onDone();
      });
  };
  const start: BulkRun['start'] = (title, given) => {
    const source = 'batches' in given ? given : sourceOf(given);
    if (!stop.current && source.total > 0) send(begun(title, source));
  };

  const panel = run && (
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
        if (!stop.current) send({ ...run, failure: '', isRunning: true });
      }}
      onForget={() => setRun(null)}
    />
  );
  return { start, panel };
};

const countsOf = (run: Run): string => {
  const skipped = run.skipped > 0 ? `, ${grouped(run.skipped)} skipped` : '';
  return `${grouped(run.done)} done, ${grouped(run.refused.length)} refused${skipped}, ${grouped(leftOf(run))} left`;
};

function RefusedList({ refused }: { refused: readonly Note[] }) {
  const more = refused.length - NAMED;
  return (
    <ul>
      {refused.slice(0, NAMED).map(({ item, sentence }) => (
        <li key={item.key}>
          <b>{item.name}</b>: {sentence}
        </li>
      ))}
      {more > 0 && <li>And {grouped(more)} more.</li>}
    </ul>
  );
}

function BulkPanel({
  run,
  isShown,
  onShow,
  onStop,
  onRetry,
  onGoOn,
  onForget,
}: {
  run: Run;
  isShown: boolean;
  onShow: (isShown: boolean) => void;
  onStop: () => void;
  onRetry: () => void;
  onGoOn: () => void;
  onForget: () => void;
}) {
  const { title, source, refused, skipped, failure, isWaiting, isRunning } = run;
  const counts = countsOf(run);
  if (!isShown)
    return (
      <p className={styles.strip}>
        <span role="status">
          {title}: {counts}
        </span>
        <Button size="s" onClick={() => onShow(true)}>
          Show
        </Button>
      </p>
    );
  return (
    <Dialog open title={title} shape="centre" onClose={() => (isRunning ? onShow(false) : onForget())}>
      <div className={styles.panel}>
        <progress value={source.total - leftOf(run)} max={source.total} aria-label={title} />
        <p role="status">{counts}</p>
        {isWaiting && <p>The server takes no more for a moment. It goes on by itself.</p>}
        {skipped > 0 && <p>Skipped: they were changed or are gone since they were read.</p>}
        {failure && <p role="alert">The rest could not be read. {failure}</p>}
        {refused.length > 0 && <RefusedList refused={refused} />}
        <div className={styles.buttons}>
          {isRunning && <Button onClick={onStop}>Stop</Button>}
          {!isRunning && failure && <Button onClick={onGoOn}>Go on</Button>}
          {!isRunning && refused.length > 0 && <Button onClick={onRetry}>Retry the refused</Button>}
        </div>
      </div>
    </Dialog>
  );
}
