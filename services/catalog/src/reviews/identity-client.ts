import { createInternalClient } from '@satrangi/chassis';
import type { identityApi, Routes } from '@satrangi/contracts';
import type { PublicProfile } from './reviews.rules.ts';

/** A review request waits at most this long for the reviewer's profile. */
const TIMEOUT_MS = 1_000;
/** The maximum batch size of the identity endpoint. */
export const PROFILES_MAX = 100;

/** Public profiles by user id; unknown and deleted accounts are left out. @throws when identity does not respond */
export type FetchProfiles = (userIds: readonly string[]) => Promise<Map<string, PublicProfile>>;

export const createIdentityClient = (identityUrl: string, internalSecret: string): FetchProfiles => {
  const routes: Routes<Pick<typeof identityApi, 'listPublicProfiles'>> = {
    listPublicProfiles: { method: 'GET', path: '/internal/people' },
  };
  const identity = createInternalClient<Pick<typeof identityApi, 'listPublicProfiles'>>(routes, {
    baseUrl: identityUrl,
    internalSecret,
    timeoutMs: TIMEOUT_MS,
  });
  return async (userIds) => {
    const { people } = await identity.listPublicProfiles({ query: { ids: userIds.join(',') } });
    return new Map(people.map(({ _id, name, pronouns }) => [_id, { name, pronouns }]));
  };
};
