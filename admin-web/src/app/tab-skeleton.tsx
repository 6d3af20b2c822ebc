import { Skeleton } from '@satrangi/kit';

/** A tab whose code is loading. */
export function TabSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={`Loading ${label}`}>
      <Skeleton width="12rem" height="2rem" />
      <Skeleton height="8rem" />
    </div>
  );
}
