import { Button, Dialog } from '@satrangi/kit';
import { type ReactNode, useRef, useState } from 'react';
import { useBeforeUnload } from 'react-router-dom';
import styles from './bulk-run.module.css';
import { messageOf } from './http.ts';

const AT_ONCE = 4;

export type BulkItem = {
  readonly key: string;
  readonly name: string;
  /** One write, with its own `If-Match` where the API guards it. */
  readonly run: () => Promise<unknown>;
};

type Refused = { readonly item: BulkItem; readonly sentence: string };
type Run = {
  readonly title: string;
  readonly items: readonly BulkItem[];
  readonly done: number;
  readonly refused: readonly Refused[];
  readonly isRunning: boolean;
};

/**
 * Sends a list of single writes, four at a time. Its panel counts what is done, refused and left; closing it does not
 * stop the run, leaving the page asks first. A second start while one runs is ignored.
 * @param onDone called at the end of each run, so that lists are asked again
 */
export const useBulkRun = (
  onDone: () => void,
): { readonly start: (title: string, items: readonly BulkItem[]) => void; readonly panel: ReactNode } => {
  const [run, setRun] = useState<Run | null>(null);
  const [isShown, setShown] = useState(false);
  const isRunning = useRef(false);
  const isStopped = useRef(false);
  useBeforeUnload((event) => {
    if (isRunning.current) event.preventDefault();
  });

  const start = (title: string, items: readonly BulkItem[]): void => {
    if (isRunning.current || items.length === 0) return;
    isRunning.current = true;
    isStopped.current = false;
    setShown(true);
    setRun({ title, items, done: 0, refused: [], isRunning: true });
    const queue = [...items];
    const change = (next: (before: Run) => Run): void => setRun((before) => before && next(before));
    const work = async (): Promise<void> => {
      for (let item = queue.shift(); item && !isStopped.current; item = queue.shift()) {
        const current = item;
        try {
          await current.run();
          change((before) => ({ ...before, done: before.done + 1 }));
        } catch (error) {
          const refused = { item: current, sentence: messageOf(error) };
          change((before) => ({ ...before, refused: [...before.refused, refused] }));
        }
      }
    };
    void Promise.all(Array.from({ length: AT_ONCE }, work)).then(() => {
      isRunning.current = false;
      change((before) => ({ ...before, isRunning: false }));
      onDone();
    });
  };

  const panel = run && (
    <BulkPanel
      run={run}
      isShown={isShown}
      onShow={setShown}
      onStop={() => {
        isStopped.current = true;
      }}
      onRetry={() =>
        start(
          run.title,
          run.refused.map(({ item }) => item),
        )
      }
      onForget={() => setRun(null)}
    />
  );
  return { start, panel };
};

function BulkPanel({
  run: { title, items, done, refused, isRunning },
  isShown,
  onShow,
  onStop,
  onRetry,
  onForget,
}: {
  run: Run;
  isShown: boolean;
  onShow: (isShown: boolean) => void;
  onStop: () => void;
  onRetry: () => void;
  onForget: () => void;
}) {
  const left = items.length - done - refused.length;
  const counts = `${done} done, ${refused.length} refused, ${left} left`;
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
        <progress value={done + refused.length} max={items.length} aria-label={title} />
        <p role="status">{counts}</p>
        {refused.length > 0 && (
          <ul>
            {refused.map(({ item, sentence }) => (
              <li key={item.key}>
                <b>{item.name}</b>: {sentence}
              </li>
            ))}
          </ul>
        )}
        <div className={styles.buttons}>
          {isRunning && <Button onClick={onStop}>Stop</Button>}
          {!isRunning && refused.length > 0 && <Button onClick={onRetry}>Retry the refused</Button>}
        </div>
      </div>
    </Dialog>
  );
}
