import { QueryClient } from '@tanstack/react-query';
import { CallError } from './http.ts';

const RETRIES = 1;

/** Retries network and server errors once; refusals are final. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < RETRIES && !(error instanceof CallError && error.status < 500),
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
