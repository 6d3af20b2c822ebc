import { mediaTypes } from '@satrangi/contracts/pure';
import { Cover, Shelf, ShelfPlace, Spine, spineShape } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { catalogQueries } from '../../lib/catalog-queries.ts';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { useAfterPaint } from '../../lib/use-after-paint.ts';
import styles from './hero-shelf.module.css';
import { arrangeShelf, localDay } from './shelf-order.ts';

const kinds = [
  { type: 'ebook', label: 'eBooks', to: paths.ebooks },
  { type: 'audiostory', label: 'Audio stories', to: paths.library },
  { type: 'magazine', label: 'Magazines', to: paths.archives },
  { type: 'oralhistory', label: 'Oral histories', to: paths.archives },
  { type: 'shortfilm', label: 'Short films', to: paths.library },
  { type: 'documentary', label: 'Documentaries', to: paths.archives },
] as const;

const kindOf = (joined: string) => mediaTypes.find((type) => type.joined === joined) ?? mediaTypes[0];

/** Titles as books on a shelf; hidden when they cannot be loaded. */
export function HeroShelf() {
  const shelf = useQuery(catalogQueries.shelf());
  const isPainted = useAfterPaint();
  const slots = useMemo(() => arrangeShelf(shelf.data ?? [], localDay(new Date())), [shelf.data]);
  if (shelf.isError || (shelf.data && shelf.data.length === 0)) return null;

  return (
    <div className={styles.shelf}>
      <h2 className="vh" id="shelf-h">
        New on the shelf
      </h2>
      <div className={styles.room}>
        {shelf.data && isPainted && (
          <Shelf label="New on the shelf">
            {slots.map(({ item, faceOut }) => {
              const kind = kindOf(item.mediaType);
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
        {kinds.map(({ type, label, to }) => (
          <Link key={type} to={to} data-type={type}>
            <span className={styles.key} />
            {label}
          </Link>
        ))}
      </nav>
    </div>
  );
}
