import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

export const INVITATIONS_KEY = ['identity', 'invitations'];

/** Invitations of admins that are waiting or expired. */
export const invitationsQuery = queryOptions({
  queryKey: INVITATIONS_KEY,
  queryFn: async ({ signal }) => (await api.identity.listInvitations(undefined, { signal })).items,
});
