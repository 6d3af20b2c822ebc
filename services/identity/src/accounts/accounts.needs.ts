import type { Kit } from '@satrangi/chassis';
import type { AttemptsStore } from '../attempts/attempts.store.ts';
import type { IdentityConfig } from '../config.ts';
import type { SessionsStore } from '../sessions/sessions.store.ts';
import type { AccountsStore } from './accounts.store.ts';
import type { Passwords } from './passwords.ts';

/** What the use cases around accounts work with. `passwords` is ready once the service has started. */
export type Needs = Pick<Kit<unknown>, 'clock' | 'ids' | 'log'> &
  Pick<Kit<unknown>['events'], 'newEvent'> & {
    readonly accounts: AccountsStore;
    readonly attempts: AttemptsStore;
    readonly sessions: SessionsStore;
    readonly passwords: () => Passwords;
    readonly config: IdentityConfig;
    /** Known to the services of this house alone; keys of counters and mailed tokens are made from it. */
    readonly secret: string;
  };
