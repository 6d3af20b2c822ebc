import { runTexts as sentences } from '@satrangi/contracts/pure';
import type { runTexts } from '@satrangi/contracts/texts/run';
import { Button, ErrorNote } from '@satrangi/kit';
import { runDay } from '../../lib/run-dates.ts';
import type { RunEvent } from '../../lib/run-queries.ts';
import { rupees } from '../../lib/rupees.ts';
import { textProps } from '../../lib/use-texts.ts';
import styles from './run.module.css';

type Props = {
  readonly texts: Readonly<Record<keyof typeof runTexts, string>>;
  readonly event: RunEvent | undefined;
  readonly isUnavailable: boolean;
  readonly onRetry: () => void;
  readonly onRegister: () => void;
  readonly onContribute: () => void;
  /** What happened last: a closed form, a thank you. */
  readonly note: string;
};

const closedText = ({ registrationStartsAt }: RunEvent): string =>
  Date.parse(registrationStartsAt) > Date.now()
    ? `Registration opens on ${runDay(registrationStartsAt)}.`
    : sentences.closed;

/** The two ways to take part. */
export function RunWays({ texts, event, isUnavailable, onRetry, onRegister, onContribute, note }: Props) {
  const joinTitle = texts['run.join.title'];
  const giveTitle = texts['run.give.title'];
  return (
    <div className={`wrap ${styles.ways}`}>
      <section className={styles.way} data-way="join" aria-labelledby="join-h">
        <h2 id="join-h" {...textProps(joinTitle)}>
          {joinTitle}
        </h2>
        <p {...textProps(texts['run.join.body'])}>{texts['run.join.body']}</p>
        {event && (
          <p className={`${styles.fee} num`}>
            {rupees(event.minFee)} to {rupees(event.maxFee)}
          </p>
        )}
        {isUnavailable ? (
          <ErrorNote onRetry={onRetry}>{sentences.eventUnavailable}</ErrorNote>
        ) : event && !event.isOpen ? (
          <p className={styles.closed}>{closedText(event)}</p>
        ) : (
          <Button
            tone="primary"
            size="l"
            aria-haspopup="dialog"
            aria-disabled={!event}
            onClick={() => event && onRegister()}
          >
            Register Now
          </Button>
        )}
      </section>
      <section className={styles.way} data-way="give" aria-labelledby="give-h">
        <h2 id="give-h" {...textProps(giveTitle)}>
          {giveTitle}
        </h2>
        <p {...textProps(texts['run.give.body'])}>{texts['run.give.body']}</p>
        <p className={styles.fee}>Any amount</p>
        <Button size="l" aria-haspopup="dialog" onClick={onContribute}>
          {texts['run.give.button']}
        </Button>
      </section>
      <p className={styles.note} role="status">
        {note}
      </p>
    </div>
  );
}
