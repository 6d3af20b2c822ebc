import { createInternalClient } from '@satrangi/chassis';
import type { identityApi, Routes } from '@satrangi/contracts';
import type { Face } from './reviews.rules.ts';

/** A review waits no longer than this for a name. */
const PATIENCE_MS = 1_000;
/** As many as identity answers at once. */
export const PEOPLE_MAX = 100;

/** The public faces of accounts by id; people who are unknown or gone are left out. @throws when identity does not answer. */
export type AskPeople = (userIds: readonly string[]) => Promise<Map<string, Face>>;

export const askPeople = (identityUrl: string, internalSecret: string): AskPeople => {
  const routes: Routes<Pick<typeof identityApi, 'peopleCards'>> = {
    peopleCards: { method: 'GET', path: '/internal/people' },
  };
  const identity = createInternalClient<Pick<typeof identityApi, 'peopleCards'>>(routes, {
    baseUrl: identityUrl,
    internalSecret,
    timeoutMs: PATIENCE_MS,
  });
  return async (userIds) => {
    const { people } = await identity.peopleCards({ query: { ids: userIds.join(',') } });
    return new Map(people.map(({ _id, name, pronouns }) => [_id, { name, pronouns }]));
  };
};
