import { buttonLook, Cover, ErrorNote, Skeleton, scriptProps } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { Price } from '../../lib/price.tsx';
import { titleOrUntitled } from '../../lib/text.ts';
import styles from './creator.module.css';
import { SentWorks } from './sent-works.tsx';

/** The reader's own eBooks, as their creator. */
function OwnEbooks() {
  const ebooks = useQuery({
    queryKey: ['catalog', 'mine'],
    queryFn: () => api.catalog.listMyEbooks(),
  });
  if (ebooks.isPending)
    return (
      <div role="status" aria-label="Loading your eBooks">
        <Skeleton height="8rem" />
      </div>
    );
  if (!ebooks.data) return <ErrorNote onRetry={ebooks.refetch}>Failed to load eBooks</ErrorNote>;
  if (ebooks.data.items.length === 0)
    return (
      <div className={styles.none}>
        <p>None of your work is on the shelf yet.</p>
        <Link {...buttonLook()} to={paths.publishing}>
          Submit your work
        </Link>
      </div>
    );
  return (
    <ul className={styles.list} aria-label="Your eBooks">
      {ebooks.data.items.map((item) => (
        <li key={item._id} data-type={item.mediaType}>
          <Cover of={item} className={styles.cover} />
          <div>
            <h3 {...scriptProps(item.title, item.language)}>{titleOrUntitled(item.title)}</h3>
            <p className="muted small">
              <Price of={item} />
              {item.ratingCount > 0 && (
                <>
                  {' '}
                  · <span className="num">{item.ratingAverage}</span> from{' '}
                  {item.ratingCount === 1 ? 'one review' : `${item.ratingCount} reviews`}
                </>
              )}
            </p>
          </div>
          <Link
            {...buttonLook({ size: 's' })}
            to={paths.ebook(item._id)}
            aria-label={`Manage ${titleOrUntitled(item.title)}`}
          >
            Manage
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** What the reader published, and what they sent in. */
export function CreatorDashboard() {
  return (
    <>
      <OwnEbooks />
      <SentWorks />
    </>
  );
}
