import { kindOfJoined, labelOfMany, mediaTypes } from '@satrangi/contracts/pure';
import { Cover, Shelf, ShelfPlace, Spine, spineShape } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { catalogQueries } from '../../lib/catalog-queries.ts';
import { kinds } from '../../lib/kinds.ts';
import { Link } from '../../lib/link.tsx';
import { searchQueries } from '../../lib/media-search/search-queries.ts';
import { paths } from '../../lib/paths.ts';
import { useAfterPaint } from '../../lib/use-after-paint.ts';
import styles from './hero-shelf.module.css';
import { arrangeShelf, localDay, type ShelfSlot } from './shelf-order.ts';

const shelfKinds = mediaTypes.map((kind) => ({
  type: kind.joined,
  label: labelOfMany(kind),
  to: kind.joined === 'ebook' ? paths.ebooks : kinds[kind.joined].area.to,
}));

/** Titles of each kind but eBooks on the shelf. */
const OF_OTHER_KINDS = 2;

/** The shelf of today; undefined while it loads. Without an answer about the other kinds it has eBooks only. */
const useShelf = () => {
  const shelf = useQuery(catalogQueries.shelf());
  const byKind = useQuery(searchQueries.byKind({}));
  const slots = useMemo(() => {
    if (!shelf.data || byKind.isPending) return undefined;
    const others = (byKind.data?.kinds ?? [])
      .filter(({ mediaType }) => mediaType !== 'ebook')
      .flatMap(({ items }) => items.slice(0, OF_OTHER_KINDS));
    return arrangeShelf([...shelf.data, ...others], localDay(new Date()));
  }, [shelf.data, byKind.data, byKind.isPending]);
  return { slots, hasNone: slots ? slots.length === 0 : shelf.isError };
};

/** The kinds of the titles on the shelf; all of them while it loads, so that nothing moves. */
const kindsOn = (slots: readonly ShelfSlot[] | undefined) =>
  shelfKinds.filter(({ type }) => slots?.some(({ item }) => item.mediaType === type) ?? true);

/** Titles of every kind as books on a shelf, and what their labels mean; hidden when they cannot be loaded. */
export function HeroShelf() {
  const { slots, hasNone } = useShelf();
  const isPainted = useAfterPaint();
  if (hasNone) return null;

  return (
    <div className={styles.shelf}>
      <h2 className="vh" id="shelf-h">
        New on the shelf
      </h2>
      <div className={styles.room}>
        {slots && isPainted && (
          <Shelf label="New on the shelf">
            {slots.map(({ item, faceOut }) => {
              const kind = kindOfJoined(item.mediaType);
              return (
                <ShelfPlace key={item._id} faceOut={faceOut} width={spineShape(item._id, item.title).width}>
                  <Link to={paths.media(item.mediaType, item._id)}>
                    {faceOut ? (
                      <Cover of={item} />
                    ) : (
                      <Spine
                        id={item._id}
                        title={item.title}
                        author={item.author}
                        language={item.language}
                        pigment={item.cover?.ground ?? kind.pigment}
                        kind={kind.pigment}
                      />
                    )}
                    <span className="vh">
                      {item.title} by {item.author}, {kind.label}
                    </span>
                  </Link>
                </ShelfPlace>
              );
            })}
          </Shelf>
        )}
      </div>
      <nav className={`wrap ${styles.legend}`} aria-label="Browse by kind">
        <span className="muted">The label of each spine:</span>
        {kindsOn(slots).map(({ type, label, to }) => (
          <Link key={type} to={to} data-type={type}>
            <span className={styles.key} />
            {label}
          </Link>
        ))}
      </nav>
    </div>
  );
}
