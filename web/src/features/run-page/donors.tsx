import { runTexts } from '@satrangi/contracts/pure';
import { Button } from '@satrangi/kit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dateText } from '../../lib/dates.ts';
import { type RunPage, runQueries } from '../../lib/run-queries.ts';
import { rupees } from '../../lib/rupees.ts';
import { userTextProps } from '../../lib/user-text.ts';
import styles from './run-page.module.css';

function Donor({ donor: { name, amount, message, at } }: { donor: RunPage['donors'][number] }) {
  return (
    <li>
      <p className={styles.donor}>
        <bdi {...(name === runTexts.anonymous ? {} : userTextProps(name))}>{name}</bdi>
        {amount !== null && <b className="num">{rupees(amount)}</b>}
        <time dateTime={at}>{dateText(at)}</time>
      </p>
      {message && (
        <p className={styles.message} {...userTextProps(message)}>
          {message}
        </p>
      )}
    </li>
  );
}

/** The gifts of a page, newest first: twenty of the page itself, then all of them page by page. */
export function Donors({ page }: { page: RunPage }) {
  const [showsAll, setShowsAll] = useState(false);
  const all = useInfiniteQuery({ ...runQueries.donors(page.slug), enabled: showsAll });
  const donors = (showsAll ? all.data?.pages.flatMap((each) => each.donors) : undefined) ?? page.donors;
  const rest = page.donorCount - donors.length;
  const more = (): void => {
    if (showsAll) void all.fetchNextPage();
    else setShowsAll(true);
  };
  return (
    <section className={styles.donors} aria-labelledby="donors-h">
      <h2 id="donors-h">Gifts</h2>
      {donors.length === 0 ? (
        <p className="muted">
          {page.goal > 0 ? 'No gifts yet. The first one makes the bar move.' : 'No gifts yet.'}
        </p>
      ) : (
        <ol>
          {donors.map((donor, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: gifts have no ids, so that none can be linked to another
            <Donor key={`${donor.at}-${donors.length - index}`} donor={donor} />
          ))}
        </ol>
      )}
      {rest > 0 && (
        <Button aria-disabled={all.isFetching} onClick={more}>
          Show more gifts ({rest} more)
        </Button>
      )}
    </section>
  );
}
