import styles from './reviews.module.css';

/** Average rating and number of ratings for each star; `stars` counts from one to five. */
export function Histogram({
  average,
  count,
  stars,
}: {
  average: number;
  count: number;
  stars: readonly number[];
}) {
  const maxCount = Math.max(1, ...stars);
  return (
    <>
      <p className={styles.score}>
        <b className="num">{average.toFixed(1)}</b>
        <span className="muted">{count === 1 ? '1 review' : `${count} reviews`}</span>
      </p>
      <ul className={styles.histogram}>
        {stars.map((_, index) => {
          const star = stars.length - index;
          const ratings = stars[star - 1] ?? 0;
          return (
            <li key={star}>
              <span>{star === 1 ? '1 star' : `${star} stars`}</span>
              <span className={styles.bar} aria-hidden="true">
                <span style={{ width: `${(ratings / maxCount) * 100}%` }} />
              </span>
              <span className="num">{ratings}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
