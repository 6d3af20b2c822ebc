import { defineService, every, mountApi, on } from '@satrangi/chassis';
import { identityApi, subscriptions } from '@satrangi/contracts';
import type { Needs } from './accounts/accounts.needs.ts';
import { accountsRoutes } from './accounts/accounts.routes.ts';
import { accountsStore } from './accounts/accounts.store.ts';
import { announceAccounts } from './accounts/announce-accounts.ts';
import { type AdminCredentials, ensureFirstAdmin } from './accounts/first-admin.ts';
import { openPasswords, type Passwords } from './accounts/passwords.ts';
import { attemptsStore } from './attempts/attempts.store.ts';
import { IdentityConfig } from './config.ts';
import { keySet } from './sessions/key-set.ts';
import { keysStore } from './sessions/keys.store.ts';
import { signToken } from './sessions/tokens.ts';

export type { AdminCredentials };
export type IdentityHooks = {
  /** Hears the password made up for the first admin when `ADMIN_PASSWORD` is not set; show it to the operator. */
  readonly onFirstAdmin?: (credentials: AdminCredentials) => void;
};

/** Who people are: accounts, passwords, tokens. Nobody else keeps a name, an email or a phone number of an account. */
export const identityWith = (hooks: IdentityHooks) =>
  defineService({
    name: 'identity',
    config: IdentityConfig,
    build: ({ config, settings, store, clock, ids, log, events }) => {
      const tokenSeconds = config.JWT_TTL;
      const keys = keySet(keysStore(store), clock, { days: config.SIGNING_KEY_DAYS, tokenSeconds });
      let passwords: Passwords | undefined;
      const needs: Needs = {
        accounts: accountsStore(store),
        passwords: () => {
          if (!passwords) throw new Error('identity has not started');
          return passwords;
        },
        clock,
        ids,
        newEvent: events.newEvent,
      };
      const routes = accountsRoutes({
        ...needs,
        attempts: attemptsStore(store, clock),
        keys,
        signToken: signToken(keys, clock, tokenSeconds),
        config,
        internalSecret: settings.internalSecret,
      });
      return {
        apis: [mountApi(identityApi, routes)],
        subscriptions: [on(subscriptions['identity.announce-accounts'], announceAccounts(needs))],
        jobs: [every('refresh-signing-keys', 60_000, () => keys.refresh())],
        start: async () => {
          passwords = await openPasswords();
          await keys.refresh();
          const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = config;
          const { onFirstAdmin } = hooks;
          if (!(await ensureFirstAdmin(needs)({ email, password, onFirstAdmin })))
            log.warn('there is no admin: set ADMIN_EMAIL and ADMIN_PASSWORD and start again');
        },
      };
    },
  });

export const identity = identityWith({});
