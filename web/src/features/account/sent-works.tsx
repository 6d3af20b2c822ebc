import { submissionStatusLabels } from '@satrangi/contracts/pure';
import { ErrorNote, Skeleton, scriptProps } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { dateText } from '../../lib/dates.ts';
import { Link } from '../../lib/link.tsx';
import { titleOrUntitled } from '../../lib/text.ts';
import styles from './creator.module.css';

/** What the reader sent in, with links to the private pages; nothing without a submission (checklist PUB-21). */
export function SentWorks() {
  const sent = useQuery({
    queryKey: ['publishing', 'mine'],
    queryFn: () => api.publishing.mySubmissions(),
  });
  if (sent.isSuccess && sent.data.length === 0) return null;
  return (
    <section className={styles.sent} aria-labelledby="sent-h">
      <h2 id="sent-h">What I sent in</h2>
      {sent.isPending && (
        <div role="status" aria-label="Loading what you sent in">
          <Skeleton height="5rem" />
        </div>
      )}
      {sent.isError && <ErrorNote onRetry={sent.refetch}>Failed to load what you sent in</ErrorNote>}
      {sent.data && (
        <ul>
          {sent.data.map(({ number, title, status, date, statusUrl }) => {
            const { pathname, hash } = new URL(statusUrl);
            return (
              <li key={number}>
                <Link to={`${pathname}${hash}`} {...scriptProps(title)}>
                  {titleOrUntitled(title)}
                </Link>
                <span className="muted small">
                  {submissionStatusLabels[status]} · <span className="num">{number}</span>, sent{' '}
                  {dateText(date)}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
