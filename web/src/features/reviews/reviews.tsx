import type { Review } from '@satrangi/contracts';
import { Button, ErrorNote, Skeleton, Stars } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { catalogQueries } from '../../lib/catalog-queries.ts';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { dayText } from '../../lib/text.ts';
import { Histogram } from './histogram.tsx';
import styles from './reviews.module.css';

/** For those who are signed in. */
const ReviewForm = lazy(async () => ({ default: (await import('./review-form.tsx')).ReviewForm }));

const FIRST_SHOWN = 6;

function ReviewItem({ review: { rating, comment, user, verified, createdAt } }: { review: Review }) {
  return (
    <li className={styles.review}>
      <div className={styles.who}>
        <b>
          <bdi>{user.name}</bdi>
        </b>
        {user.pronouns && <span className={styles.pronouns}>{user.pronouns}</span>}
        <Stars value={rating} />
        {verified && <span className={styles.pronouns}>Owns this eBook</span>}
        <time dateTime={createdAt}>{dayText(createdAt)}</time>
      </div>
      <p className="text" dir="auto">
        {comment}
      </p>
    </li>
  );
}

/** What readers say about an eBook, and the form of those who are signed in. Only one's own review can be changed. */
export function Reviews({ id }: { id: string }) {
  const session = useSession();
  const answer = useQuery(catalogQueries.reviews(id));
  const [all, setAll] = useState(false);
  const mine = session?.userId
    ? answer.data?.reviews.find(({ user }) => user._id === session.userId)
    : undefined;
  const others = answer.data?.reviews.filter((review) => review !== mine) ?? [];
  const shown = all ? others : others.slice(0, FIRST_SHOWN);

  return (
    <section className={styles.section} id="reviews" aria-labelledby="reviews-h">
      <div className={`wrap ${styles.two}`}>
        <div>
          <h2 id="reviews-h" className={styles.title}>
            Reviews
          </h2>
          {answer.data && answer.data.count > 0 && (
            <Histogram average={answer.data.average} count={answer.data.count} stars={answer.data.stars} />
          )}
        </div>
        <div className={styles.right}>
          {answer.isPending && (
            <div className={styles.waiting} role="status" aria-label="Loading reviews">
              <Skeleton height="1.4rem" width="40%" />
              <Skeleton height="3rem" />
            </div>
          )}
          {answer.isError && <ErrorNote onRetry={answer.refetch}>Failed to load reviews</ErrorNote>}
          {session?.userId && answer.data && (
            <Suspense>
              <ReviewForm key={mine?._id ?? 'new'} id={id} mine={mine} />
            </Suspense>
          )}
          {!session && answer.data && (
            <p>
              <Link to={paths.loginThen(paths.ebook(id))}>Log in to write a review</Link>
            </p>
          )}
          {answer.data?.count === 0 && <p>No reviews yet. Be the first to review!</p>}
          <ul className={styles.list}>
            {shown.map((review) => (
              <ReviewItem key={review._id} review={review} />
            ))}
          </ul>
          {others.length > shown.length && (
            <Button onClick={() => setAll(true)}>Show all {others.length} reviews</Button>
          )}
        </div>
      </div>
    </section>
  );
}
