import type { runTexts } from '@satrangi/contracts/texts/run';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { runDay, runPeriod } from '../../lib/run-dates.ts';
import type { RunEvent } from '../../lib/run-queries.ts';
import { rupees } from '../../lib/rupees.ts';
import { textProps } from '../../lib/use-texts.ts';
import styles from './run-below-fold.module.css';

const offers = [
  'run.details.page',
  'run.details.materials',
  'run.details.community',
  'run.details.training',
] as const;

/** Dates, fee and what a runner gets. */
export function RunDetails({
  event,
  texts,
}: {
  event: RunEvent | undefined;
  texts: Readonly<Record<keyof typeof runTexts, string>>;
}) {
  return (
    <section className={styles.details} aria-labelledby="details-h">
      <h2 id="details-h">Event details</h2>
      {event && (
        <dl>
          <div>
            <dt>Time to finish</dt>
            <dd>{event.hoursToFinish} hours</dd>
          </div>
          <div>
            <dt>Ends</dt>
            <dd>{runDay(event.endsAt)}</dd>
          </div>
          {event.phases.map(({ name, from, to }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{runPeriod(from, to)}</dd>
            </div>
          ))}
          <div>
            <dt>Fee</dt>
            <dd className="num">
              {rupees(event.minFee)} to {rupees(event.maxFee)}
            </dd>
          </div>
        </dl>
      )}
      <h3>What you get</h3>
      <ul>
        {offers.map((key) => (
          <li key={key} {...textProps(texts[key])}>
            {texts[key]}
          </li>
        ))}
      </ul>
      <p className="small">
        Campaigns have their own rules: <Link to={paths.crowdfunding}>Crowdfunding terms</Link>.
      </p>
    </section>
  );
}
