import type { Review } from '@satrangi/contracts';
import { Button, ErrorNote, Skeleton, Stars, scriptProps } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { catalogQueries } from '../../lib/catalog-queries.ts';
import { dateText } from '../../lib/dates.ts';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { Histogram } from './histogram.tsx';
import styles from './reviews.module.css';

/** Loaded only for logged-in readers. */
const ReviewForm = lazy(async () => ({ default: (await import('./review-form.tsx')).ReviewForm }));

const FIRST_SHOWN = 6;

function ReviewItem({ review: { rating, comment, user, verified, createdAt } }: { review: Review }) {
  return (
    <li className={styles.review}>
      <div className={styles.who}>
        <b>
          <bdi {...scriptProps(user.name)}>{user.name}</bdi>
        </b>
        {user.pronouns && (
          <span className="muted small" {...scriptProps(user.pronouns)}>
            {user.pronouns}
          </span>
        )}
        <Stars value={rating} />
        {verified && <span className="muted small">Owns this eBook</span>}
        <time dateTime={createdAt}>{dateText(createdAt)}</time>
      </div>
      <p className="text" dir="auto" lang={scriptProps(comment).lang}>
        {comment}
      </p>
    </li>
  );
}

/** Reviews of an eBook, and a form for logged-in readers. Only one's own review can be changed. */
export function Reviews({ id }: { id: string }) {
  const session = useSession();
  const reviews = useQuery(catalogQueries.reviews(id));
  const [showsAll, setShowsAll] = useState(false);
  const ownReview = session?.userId
    ? reviews.data?.reviews.find(({ user }) => user._id === session.userId)
    : undefined;
  const otherReviews = reviews.data?.reviews.filter((review) => review !== ownReview) ?? [];
  const shown = showsAll ? otherReviews : otherReviews.slice(0, FIRST_SHOWN);

  return (
    <section className={styles.section} id="reviews" aria-labelledby="reviews-h">
      <div className={`wrap ${styles.two}`}>
        <div>
          <h2 id="reviews-h" className={styles.title}>
            Reviews
          </h2>
          {reviews.data && reviews.data.count > 0 && (
            <Histogram average={reviews.data.average} count={reviews.data.count} stars={reviews.data.stars} />
          )}
        </div>
        <div className={styles.right}>
          {reviews.isPending && (
            <div className={styles.waiting} role="status" aria-label="Loading reviews">
              <Skeleton height="1.4rem" width="40%" />
              <Skeleton height="3rem" />
            </div>
          )}
          {reviews.isError && <ErrorNote onRetry={reviews.refetch}>Failed to load reviews</ErrorNote>}
          {session?.userId && reviews.data && (
            <Suspense>
              <ReviewForm key={ownReview?._id ?? 'new'} id={id} ownReview={ownReview} />
            </Suspense>
          )}
          {!session && reviews.data && (
            <p>
              <Link to={paths.loginThen(paths.ebook(id))}>Log in to write a review</Link>
            </p>
          )}
          {reviews.data?.count === 0 && <p>No reviews yet. Be the first to review!</p>}
          <ul className={styles.list}>
            {shown.map((review) => (
              <ReviewItem key={review._id} review={review} />
            ))}
          </ul>
          {otherReviews.length > shown.length && (
            <Button onClick={() => setShowsAll(true)}>Show all {otherReviews.length} reviews</Button>
          )}
        </div>
      </div>
    </section>
  );
}
