import { buttonLook, Cover, ErrorNote, Skeleton, scriptProps } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { Price } from '../../lib/price.tsx';
import { titleOr } from '../../lib/text.ts';
import styles from './creator.module.css';

/** The reader's own eBooks, as the one who made them. */
export function CreatorDashboard() {
  const mine = useQuery({
    queryKey: ['catalog', 'mine'],
    queryFn: () => api.catalog.listMyEbooks(),
  });
  if (mine.isPending)
    return (
      <div role="status" aria-label="Loading your eBooks">
        <Skeleton height="8rem" />
      </div>
    );
  if (mine.isError) return <ErrorNote onRetry={mine.refetch}>Failed to load eBooks</ErrorNote>;
  if (mine.data.items.length === 0)
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
      {mine.data.items.map((item) => (
        <li key={item._id} data-type={item.mediaType}>
          <Cover of={item} className={styles.cover} />
          <div>
            <h3 {...scriptProps(item.title, item.language)}>{titleOr(item.title)}</h3>
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
            aria-label={`Manage ${titleOr(item.title)}`}
          >
            Manage
          </Link>
        </li>
      ))}
    </ul>
  );
}
