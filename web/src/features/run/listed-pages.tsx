import { useNearViewport } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { activityLabels } from '../../lib/activities.ts';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { runQueries } from '../../lib/run-queries.ts';
import { rupees } from '../../lib/rupees.ts';
import { userTextProps } from '../../lib/user-text.ts';
import styles from './run-below-fold.module.css';

/** Runners who asked to be listed. Nothing is shown while there is none. Names far below load no font of their script. */
export function ListedPages() {
  const names = useRef<HTMLUListElement>(null);
  const { data } = useQuery(runQueries.pages());
  useNearViewport(names);
  if (!data || data.pages.length === 0) return null;
  return (
    <section className={styles.block} aria-labelledby="listed-h">
      <h2 id="listed-h">Cheer for somebody</h2>
      <ul ref={names} className={styles.listed}>
        {data.pages.map(({ slug, displayName, activity, raised }) => (
          <li key={slug}>
            <Link to={paths.runPage(slug)} {...userTextProps(displayName)}>
              {displayName}
            </Link>
            <span>
              {activityLabels[activity]}, <b className="num">{rupees(raised)}</b> raised
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
