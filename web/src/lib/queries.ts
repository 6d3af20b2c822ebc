import { ApiError } from '@satrangi/contracts/pure';
import { QueryClient } from '@tanstack/react-query';

const RETRIES = 2;

/** Refusals are answers and are not asked again; silence is. */
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

export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
