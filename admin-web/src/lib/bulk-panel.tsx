import { Button, Dialog } from '@satrangi/kit';
import { type BulkProgress, leftOf, type Note } from './bulk-progress.ts';
import styles from './bulk-run.module.css';
import { grouped } from './format.ts';

/** Refused items that are named; of more only the number is shown. */
const NAMED = 100;

const countsOf = (run: BulkProgress): string => {
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

type Props = {
  run: BulkProgress;
  isShown: boolean;
  onShow: (isShown: boolean) => void;
  onStop: () => void;
  onRetry: () => void;
  onGoOn: () => void;
  onForget: () => void;
};

/** What a run has done, and what can be done with it; a line above the list while it is closed. */
export function BulkPanel({ run, isShown, onShow, onStop, onRetry, onGoOn, onForget }: Props) {
  const { title, total, refused, skipped, failure, isWaiting, isRunning } = run;
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
        <progress value={total - leftOf(run)} max={total} aria-label={title} />
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
