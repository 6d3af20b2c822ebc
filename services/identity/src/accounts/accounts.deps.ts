import type { RateLimiter, ServiceContext } from '@satrangi/chassis';
import type { IdentityConfig } from '../config.ts';
import type { RateLimitName } from '../login-throttle/rate-limits.rules.ts';
import type { AccountsStore } from './accounts.store.ts';
import type { PasswordHashing } from './password-hashing.ts';

/** Dependencies of every use case. `passwords` throws until the service has started. */
export type Deps = Pick<ServiceContext<unknown>, 'clock' | 'ids' | 'log'> &
  Pick<ServiceContext<unknown>['events'], 'newEvent'> & {
    readonly accounts: AccountsStore;
    readonly rateLimits: RateLimiter<RateLimitName>;
    readonly passwords: () => PasswordHashing;
    readonly config: IdentityConfig;
    /** The internal secret that all services share; counter keys and mailed tokens are derived from it. */
    readonly secret: string;
  };
