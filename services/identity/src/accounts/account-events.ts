import type { ServiceContext } from '@satrangi/chassis';
import type { AnyEvent } from '@satrangi/contracts';
import { type EventOf, type UserId, userDeleted, userRegistered, userUpdated } from '@satrangi/contracts';
import type { Account } from './accounts.rules.ts';

type AccountState = Pick<Account, '_id' | 'role' | 'tokenVersion'>;

/** Creates the events of accounts. They hold ids, roles and token versions, no personal data. */
export const accountEvents = ({ newEvent }: Pick<ServiceContext<unknown>['events'], 'newEvent'>) => {
  const updated = (
    { _id, role, tokenVersion }: AccountState,
    causation?: AnyEvent,
  ): EventOf<typeof userUpdated> =>
    newEvent(userUpdated, { subject: `user/${_id}`, data: { userId: _id, role, tokenVersion }, causation });

  return {
    registered: ({ _id, role, tokenVersion }: AccountState): EventOf<typeof userRegistered> =>
      newEvent(userRegistered, { subject: `user/${_id}`, data: { userId: _id, role, tokenVersion } }),

    updated,

    /** Subscribers reject tokens below the raised version: all sessions of the account end there. */
    sessionsEnded: (account: AccountState): EventOf<typeof userUpdated> =>
      updated({ ...account, tokenVersion: account.tokenVersion + 1 }),

    /** Has a new id on each call, so that a service which has handled an earlier one confirms again. */
    deleted: (userId: UserId, causation?: AnyEvent): EventOf<typeof userDeleted> =>
      newEvent(userDeleted, { subject: `user/${userId}`, data: { userId }, causation }),
  };
};
