import type { MediaItem } from '@satrangi/contracts';
import { kindOfJoined } from '@satrangi/contracts/pure';
import { Cover, ErrorNote, Skeleton, scriptProps } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { catalogQueries } from '../../lib/catalog-queries.ts';
import { languageName } from '../../lib/language-name.ts';
import { Price } from '../../lib/price.tsx';
import { TitleLink } from '../../lib/title-link.tsx';
import whole from '../../lib/whole-card.module.css';
import styles from './featured-publications.module.css';

const kindText = ({ mediaType, language }: MediaItem): string => {
  const kind = kindOfJoined(mediaType).label;
  return language.startsWith('en') ? kind : `${kind}, ${languageName(language)}`;
};

function Publication({ item }: { item: MediaItem }) {
  return (
    <article className={`${whole.card} ${styles.publication}`} data-type={item.mediaType}>
      <Cover of={item} className={whole.cover} />
      <div className={styles.meta}>
        <span className={styles.kind}>{kindText(item)}</span>
        <h3>
          <TitleLink of={item} />
        </h3>
        <p className="muted">
          <bdi {...scriptProps(item.author, item.language)}>{item.author}</bdi>
        </p>
        <p className={styles.price}>
          <Price of={item} />
        </p>
      </div>
      {item.staffNote && (
        <figure className={styles.talker}>
          <blockquote {...scriptProps(item.staffNote.text)}>“{item.staffNote.text}”</blockquote>
          <figcaption {...scriptProps(item.staffNote.by)}>{item.staffNote.by}</figcaption>
        </figure>
      )}
    </article>
  );
}

function Waiting() {
  return (
    <div className={styles.table} role="status" aria-label="Loading featured publications">
      {[1, 2, 3].map((index) => (
        <div key={index} className={styles.publication}>
          <Skeleton ratio="2 / 3" />
          <div className={styles.meta}>
            <Skeleton width="60%" />
            <Skeleton height="1.6rem" />
          </div>
          <div className={styles.waitingNote}>
            <Skeleton height="5.6rem" />
          </div>
        </div>
      ))}
    </div>
  );
}

/** At most three publications chosen by the staff, each with the note of the person who chose it. */
export function FeaturedPublications() {
  const featured = useQuery(catalogQueries.featured());
  if (featured.isPending) return <Waiting />;
  if (!featured.data)
    return <ErrorNote onRetry={featured.refetch}>Failed to load featured publications</ErrorNote>;
  if (featured.data.length === 0) return <p>No featured publications found.</p>;
  return (
    <div className={styles.table}>
      {featured.data.map((item) => (
        <Publication key={item._id} item={item} />
      ))}
    </div>
  );
}
