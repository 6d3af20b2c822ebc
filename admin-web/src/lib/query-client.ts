import { session } from '@satrangi/kit/browser/session';
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

/**
 * Another account sees no data of the previous one. The same account after a new login keeps its screen, with what was
 * typed on it, and refetches (checklist ADM-46). @returns a function that stops
 */
export const followSession = (client: QueryClient): (() => void) => {
  let userId = session.get()?.userId;
  return session.subscribe(() => {
    const now = session.get()?.userId;
    if (now !== undefined && now === userId) client.invalidateQueries().catch(() => undefined);
    else client.clear();
    userId = now;
  });
};
