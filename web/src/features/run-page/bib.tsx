import { activityLabels } from '../../lib/activities.ts';
import { PageHeading } from '../../lib/page-heading.tsx';
import type { RunPage } from '../../lib/run-queries.ts';
import { userTextProps } from '../../lib/user-text.ts';
import styles from './run-page.module.css';

/** `21.1`: at most one decimal. */
export const kmText = (km: number): string => String(Math.round(km * 10) / 10);

/** A runner's number: distance, name and how they take part. */
export function Bib({ page }: { page: RunPage }) {
  return (
    <div className={styles.bib}>
      <span className={styles.pins} aria-hidden="true" />
      <p className={styles.number}>
        <b className="num">{kmText(page.distance)}</b> km
      </p>
      <PageHeading {...userTextProps(page.displayName)}>{page.displayName}</PageHeading>
      <p className={styles.activity}>
        <span>{activityLabels[page.activity]}</span>
        {page.pronouns && <span translate="no">{`, ${page.pronouns}`}</span>}
      </p>
    </div>
  );
}
