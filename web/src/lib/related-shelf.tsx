import type { ItsCollection, MediaItem, RelatedItem } from '@satrangi/contracts';
import { scriptProps } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { BookCard } from './book-card.tsx';
import { curatedLivePrefixes } from './curated-queries.ts';
import { Link } from './link.tsx';
import { paths } from './paths.ts';
import { peopleQueries } from './people-queries.ts';
import { Reason } from './related-reason.tsx';
import related from './related-shelf.module.css';
import { Section } from './section.tsx';
import styles from './shelf-row.module.css';
import { useLiveReload } from './use-live-reload.ts';

const titleOf = ({ mediaType }: MediaItem): string => {
  if (mediaType === 'ebook') return 'On the same shelf';
  return mediaType === 'magazine' ? 'More to read' : 'You may also like';
};

/** The collections of a title, each with the reason of the editors. */
function ItsCollections({ collections }: { collections: readonly ItsCollection[] }) {
  return (
    <Section title="Chosen by our editors" tight>
      <ul className={related.collections}>
        {collections.map(({ slug, name, isStaffPicks, reason }) => (
          <li key={slug}>
            {reason && <blockquote {...scriptProps(reason)}>{reason}</blockquote>}
            <p>
              {isStaffPicks ? 'One of ' : 'In the collection '}
              <Link to={paths.collectionOf(slug)} {...scriptProps(name)}>
                {name}
              </Link>
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Titles to go on with, each with its reason. On a phone they scroll sideways. */
export function RelatedTitles({ items, as }: { items: readonly RelatedItem[]; as?: 'h3' | 'h4' }) {
  return (
    <ul className={styles.list}>
      {items.map(({ reason, ...card }) => (
        <li key={card._id}>
          <BookCard item={card} {...(as ? { as } : {})} note={<Reason reason={reason} />} />
        </li>
      ))}
    </ul>
  );
}

/**
 * The collections of a title, and titles to go on with, each with its reason; nothing without them, and while they cannot
 * be loaded.
 */
export function RelatedShelf({ item }: { item: MediaItem }) {
  const { data, refetch } = useQuery(peopleQueries.related(item._id));
  useLiveReload(curatedLivePrefixes, () => void refetch());
  return (
    <>
      {data && data.collections.length > 0 && <ItsCollections collections={data.collections} />}
      {data && data.items.length > 0 && (
        <Section title={titleOf(item)} tight>
          <RelatedTitles items={data.items} />
        </Section>
      )}
    </>
  );
}
