import { Button, Prose } from '@satrangi/kit';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { daysLeft } from '../../lib/run-dates.ts';
import type { RunPage } from '../../lib/run-queries.ts';
import { ShareRunPage } from '../../lib/share-run-page.tsx';
import { userTextProps } from '../../lib/user-text.ts';
import { Bib, kmText } from './bib.tsx';
import { Donors } from './donors.tsx';
import { GoalBar } from './goal-bar.tsx';
import styles from './run-page.module.css';

/** `3 days left`, or that the run is over. */
function timeText({ endsAt, isOver }: RunPage): string {
  if (isOver) return 'The run is over. Thank you.';
  const days = daysLeft(endsAt, Date.now());
  return days === 1 ? '1 day left' : `${days} days left`;
}

/** The logged kilometres beside the planned ones; more than planned is not a part of them. */
function Kilometres({ km, distance }: Pick<RunPage, 'km' | 'distance'>) {
  const done = <b className="num">{kmText(km)}</b>;
  if (distance === 0)
    return (
      <span>
        {' · '}
        {done} km done
      </span>
    );
  return km > distance ? (
    <span>
      {' · '}
      {done} km done, {kmText(distance)} km planned
    </span>
  ) : (
    <span>
      {' · '}
      {done} of {kmText(distance)} km done
    </span>
  );
}

/** A runner's page. */
export function RunPageView({
  page,
  slug,
  note,
  onContribute,
}: {
  page: RunPage;
  slug: string;
  note: string;
  onContribute: () => void;
}) {
  return (
    <>
      <div className={styles.hero}>
        <div className={`wrap ${styles.inside}`}>
          <Bib page={page} />
          <div className={styles.give}>
            <GoalBar page={page} />
            <p className={styles.time}>
              {timeText(page)}
              {page.km > 0 && <Kilometres km={page.km} distance={page.distance} />}
            </p>
            {page.canGive && (
              <Button tone="primary" size="l" wide aria-haspopup="dialog" onClick={onContribute}>
                Contribute
              </Button>
            )}
            <p className={styles.note} role="status">
              {note}
            </p>
          </div>
        </div>
      </div>
      <div className={`wrap ${styles.columns}`}>
        <div className={styles.main}>
          {page.story && (
            <section aria-labelledby="story-h">
              <h2 id="story-h">Why I am doing this</h2>
              <Prose className={styles.story} {...userTextProps(page.story)}>
                {page.story}
              </Prose>
            </section>
          )}
          <Donors page={page} />
        </div>
        <aside className={styles.share} aria-labelledby="share-h">
          <h2 id="share-h">Share</h2>
          <ShareRunPage slug={slug} />
          <p className="small">
            <Link to={paths.run}>About the run</Link>
          </p>
        </aside>
      </div>
    </>
  );
}
