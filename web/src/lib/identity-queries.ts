import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** Questions about the reader that more than one feature asks. */
export const identityQueries = {
  profile: () =>
    queryOptions({ queryKey: ['identity', 'profile'], queryFn: () => api.identity.getProfile() }),
  sessions: () =>
    queryOptions({ queryKey: ['identity', 'sessions'], queryFn: () => api.identity.listSessions() }),
};
