import type { MediaItem } from '@satrangi/contracts';
import { Button, Cover, scriptProps } from '@satrangi/kit';
import { useId, useState } from 'react';
import { coverShapeOf } from '../../lib/book-cover-shape.ts';
import { BookRating } from '../../lib/book-rating.tsx';
import list from '../../lib/card-list.module.css';
import { CardTitle } from '../../lib/card-title.tsx';
import { languageName } from '../../lib/language-name.ts';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { Price } from '../../lib/price.tsx';
import { truncate } from '../../lib/text.ts';
import whole from '../../lib/whole-card.module.css';
import type { SectionKey } from './collection.ts';
import styles from './media-section.module.css';

const COLLAPSED_COUNT = 3;
/** Checklist WEB-48. */
const DESCRIPTION_MAX = 60;

function MediaCard({ item }: { item: MediaItem }) {
  const shape = coverShapeOf(item.mediaType);
  return (
    <article className={`${whole.card} ${styles.card}`} data-type={item.mediaType} data-shape={shape}>
      <Cover of={item} shape={shape} className={whole.cover} />
      <div className={styles.words}>
        <CardTitle of={item} as="h4" opens="whole" />
        <p className={styles.by}>
          <bdi {...scriptProps(item.creator, item.language)}>{item.creator}</bdi>
          {!item.language.startsWith('en') && <span>, {languageName(item.language)}</span>}
        </p>
        <p className={styles.about} {...scriptProps(item.description, item.language)}>
          {truncate(item.description, DESCRIPTION_MAX)}
        </p>
        <BookRating of={item} />
        <p className={styles.price}>
          <Price of={item} />
        </p>
      </div>
    </article>
  );
}

/** A section of one media type: three items, and the rest on request. */
export function MediaSection({
  section,
  title,
  items,
  total = items.length,
}: {
  section: SectionKey;
  title: string;
  items: readonly MediaItem[];
  total?: number;
}) {
  const heading = useId();
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? items : items.slice(0, COLLAPSED_COUNT);
  return (
    <section
      className={styles.section}
      data-type={section === 'free' ? 'ebook' : section}
      aria-labelledby={heading}
    >
      <div className={styles.head}>
        <h3 id={heading}>{title}</h3>
        <span className="muted num">{total}</span>
      </div>
      <ul className={`${list.list} ${styles.list}`} id={listId}>
        {shown.map((item) => (
          <li key={item._id}>
            <MediaCard item={item} />
          </li>
        ))}
      </ul>
      <div className={styles.more}>
        {items.length > COLLAPSED_COUNT && (
          <Button
            aria-expanded={isOpen}
            aria-controls={listId}
            onClick={({ currentTarget }) => {
              setOpen(!isOpen);
              // Keeps the clicked button in view.
              if (isOpen) requestAnimationFrame(() => currentTarget.scrollIntoView({ block: 'nearest' }));
            }}
          >
            {isOpen ? 'Show Less' : `See More (${items.length - COLLAPSED_COUNT} more)`}
          </Button>
        )}
        {section === 'ebook' && total > items.length && isOpen && <Link to={paths.ebooks}>All {total}</Link>}
      </div>
    </section>
  );
}
