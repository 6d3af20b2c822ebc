import type { Order } from '@satrangi/contracts';
import { heartIcon, Icon, LogoMark } from '@satrangi/kit';
import { lazy, Suspense } from 'react';
import { useIsNear } from '../../lib/use-is-near.ts';
import styles from './order-cover.module.css';

const ItemCover = lazy(async () => ({ default: (await import('./item-cover.tsx')).ItemCover }));

/** Covers of one order in the list, one above the other. */
const COVERS_MAX = 3;

/** What was bought, as a picture beside the order: its covers, or a plate for what has no cover. */
export function OrderCover({ order: { items, purpose } }: { order: Order }) {
  const { ref, isNear } = useIsNear();
  const shown = items.slice(0, COVERS_MAX);
  const place = <span className={styles.place} />;
  return (
    <div ref={ref} className={styles.stack} data-count={shown.length} aria-hidden="true">
      {shown.length === 0 ? (
        <span className={styles.plate}>
          {purpose === 'contribution' ? <Icon shape={heartIcon} /> : <LogoMark />}
        </span>
      ) : isNear ? (
        <Suspense fallback={place}>
          {shown.map((item) => (
            <ItemCover
              key={`${item.media}:${item.format}`}
              item={item}
              className={styles.cover}
              placeClass={styles.place}
            />
          ))}
        </Suspense>
      ) : (
        place
      )}
    </div>
  );
}
