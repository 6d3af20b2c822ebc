import { ApiError } from '@satrangi/contracts/pure';
import { QueryClient } from '@tanstack/react-query';

const RETRIES = 2;

/** Retries network and server errors; client errors are final. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < RETRIES && !(error instanceof ApiError && error.status < 500),
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });

export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);
