import type { Kit } from '@satrangi/chassis';
import type { AccountsStore } from './accounts.store.ts';
import type { Passwords } from './passwords.ts';

/** What the use cases around accounts work with. `passwords` is ready once the service has started. */
export type Needs = Pick<Kit<unknown>, 'clock' | 'ids'> &
  Pick<Kit<unknown>['events'], 'newEvent'> & {
    readonly accounts: AccountsStore;
    readonly passwords: () => Passwords;
  };
