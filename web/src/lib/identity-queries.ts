import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** Identity queries used by more than one feature. */
export const identityQueries = {
  profile: () =>
    queryOptions({ queryKey: ['identity', 'profile'], queryFn: () => api.identity.getProfile() }),
  sessions: () =>
    queryOptions({ queryKey: ['identity', 'sessions'], queryFn: () => api.identity.listSessions() }),
};
