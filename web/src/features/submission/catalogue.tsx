import type { MediaItem } from '@satrangi/contracts';
import { Cover, scriptProps } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { CardTitle } from '../../lib/card-title.tsx';
import { catalogQueries, libraryQueries } from '../../lib/catalog-queries.ts';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { titleOrUntitled, truncate } from '../../lib/text.ts';
import styles from './catalogue.module.css';

const DESCRIPTION_MAX = 70;
const SHOWN = 8;

function Title({ item, canRead }: { item: MediaItem; canRead: boolean }) {
  const { _id: id, title, author, description, language } = item;
  return (
    <article className={styles.card} data-type={item.mediaType}>
      <Cover of={item} />
      <div className={styles.words}>
        <CardTitle of={item} opens="link" />
        <p className={styles.by}>
          <bdi {...scriptProps(author, language)}>{author}</bdi>
        </p>
        <p className={styles.about} {...scriptProps(description, language)}>
          {truncate(description, DESCRIPTION_MAX)}
        </p>
        {canRead && (
          <Link
            className={styles.read}
            to={paths.read(id)}
            aria-label={`Read / Download: ${titleOrUntitled(title)}`}
          >
            Read / Download
          </Link>
        )}
      </div>
    </article>
  );
}

/** The newest eBooks. Those that are free or owned have a link to read them (checklist WEB-15, WEB-16). */
export function Catalogue() {
  const isLoggedIn = useSession() !== null;
  const shelf = useQuery(catalogQueries.shelf());
  const owned = useQuery({ ...libraryQueries.entries(), enabled: isLoggedIn });
  const ownedIds = new Set((isLoggedIn && owned.data ? owned.data : []).map(({ media }) => media._id));
  if (shelf.isPending) return <div className={styles.waiting} role="status" aria-label="Loading books" />;
  if (!shelf.data?.length)
    return <p role={shelf.data ? undefined : 'alert'}>No books available or server offline.</p>;
  return (
    <ul className={styles.grid}>
      {shelf.data.slice(0, SHOWN).map((item) => (
        <li key={item._id}>
          <Title item={item} canRead={item.isFree || ownedIds.has(item._id)} />
        </li>
      ))}
    </ul>
  );
}
