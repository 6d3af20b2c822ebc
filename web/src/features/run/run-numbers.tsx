import { formatMoney } from '@satrangi/contracts/pure';
import { useQuery } from '@tanstack/react-query';
import { runQueries } from '../../lib/run-queries.ts';
import { grouped } from '../../lib/rupees.ts';

import styles from './run.module.css';

/** The live numbers: runners and what their pages raised. */
export function RunNumbers() {
  const { data } = useQuery(runQueries.counts());
  return (
    <div className={styles.numbers} role="status">
      <p>
        <b className="num">{data ? grouped(data.total) : '–'}</b> {data?.total === 1 ? 'runner' : 'runners'}
      </p>
      <p>
        <b className="num">{data ? formatMoney({ minor: data.raisedMinor, currency: 'INR' }) : '–'}</b> raised
        for stories
      </p>
    </div>
  );
}
