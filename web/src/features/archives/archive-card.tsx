import type { MediaItem } from '@satrangi/contracts';
import { buttonLook, Cover, scriptProps } from '@satrangi/kit';
import { CardTitle } from '../../lib/card-title.tsx';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { titleOrUntitled, truncate } from '../../lib/text.ts';
import styles from './archive.module.css';

const DESCRIPTION_MAX = 80;

const shapes = { documentary: 'still', oralhistory: 'square' } as const;

/** A card of the archives: picture, title, creator, description and a link. */
export function ArchiveCard({ item }: { item: MediaItem }) {
  const { _id: id, mediaType, title, creator, description, language, year, contentNotes } = item;
  const shape = shapes[mediaType as keyof typeof shapes] ?? 'book';
  return (
    <article className={styles.card} data-type={mediaType} data-shape={shape}>
      <Cover of={item} shape={shape} className={styles.picture} />
      <div className={styles.words}>
        <CardTitle of={item} />
        <p className={styles.by}>
          <bdi {...scriptProps(creator, language)}>{creator}</bdi>
          {year !== null && <span className="num">, {year}</span>}
        </p>
        <p className={styles.about} {...scriptProps(description, language)}>
          {truncate(description, DESCRIPTION_MAX)}
        </p>
        {contentNotes.length > 0 && <p className={styles.notes}>Content notes: {contentNotes.join(', ')}</p>}
        <Link
          {...buttonLook({ size: 's' }, styles.link)}
          to={paths.media(mediaType, id)}
          aria-label={`View Details: ${titleOrUntitled(title)}`}
        >
          View Details
        </Link>
      </div>
    </article>
  );
}
