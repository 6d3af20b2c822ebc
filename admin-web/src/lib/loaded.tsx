import { ErrorNote, Skeleton } from '@satrangi/kit';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

type Props<T> = {
  query: UseQueryResult<T>;
  /** Read out while there is nothing. */
  loading: string;
  error: string;
  height?: string;
  children: (data: T) => ReactNode;
};

/**
 * What a query shows: a skeleton of the final size, an exact sentence with Try again, or its data. Data that is there
 * stays while it is fetched again, and below the sentence when that fails.
 */
export function Loaded<T>({ query, loading, error, height = '8rem', children }: Props<T>) {
  const { data, isError, isFetching, refetch } = query;
  return (
    <>
      {isError && !isFetching && <ErrorNote onRetry={() => void refetch()}>{error}</ErrorNote>}
      {data !== undefined && children(data)}
      {data === undefined && !(isError && !isFetching) && (
        <div role="status" aria-label={loading}>
          <Skeleton height={height} />
        </div>
      )}
    </>
  );
}
