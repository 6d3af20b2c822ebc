import { type Clock, createTokenReader, defineService, every, mountApi, on } from '@satrangi/chassis';
import { erasingServices, identityApi, subscriptions } from '@satrangi/contracts';
import type { Needs } from './accounts/accounts.needs.ts';
import { accountsRoutes } from './accounts/accounts.routes.ts';
import { accountsStore } from './accounts/accounts.store.ts';
import { announceAccounts } from './accounts/announce-accounts.ts';
import { type AdminCredentials, ensureFirstAdmin } from './accounts/first-admin.ts';
import { normaliseAddresses } from './accounts/normalise-addresses.ts';
import { openPasswords, type Passwords } from './accounts/passwords.ts';
import { usersRoutes } from './admins/users.routes.ts';
import { limitsOf } from './attempts/attempts.rules.ts';
import { attemptsStore } from './attempts/attempts.store.ts';
import { IdentityConfig, refusedInProduction } from './config.ts';
import { SWEEP_MS } from './erasure/erasure.rules.ts';
import { FAREWELL, farewellsStore } from './erasure/farewells.store.ts';
import { noteForgotten } from './erasure/note-forgotten.ts';
import { sweepErasures } from './erasure/sweep-erasures.ts';
import { googleRoutes } from './google/google.routes.ts';
import { MAIL } from './mail/mail-work.ts';
import { sendAccountMail } from './mail/send-account-mail.ts';
import { googleTokens, type ReadGoogleToken } from './providers/google.ts';
import { type Mailer, smtpMailer } from './providers/mail.ts';
import { beginReset } from './recovery/begin-reset.ts';
import { recoveryRoutes } from './recovery/recovery.routes.ts';
import { FIND_ACCOUNT, requestsStore } from './recovery/requests.store.ts';
import { beginRegistration } from './registration/begin-registration.ts';
import { BEGIN_REGISTRATION, pendingStore } from './registration/pending.store.ts';
import { registrationRoutes } from './registration/registration.routes.ts';
import { enterAs } from './sessions/enter.ts';
import { keySet } from './sessions/key-set.ts';
import { keysStore } from './sessions/keys.store.ts';
import { sessionsRoutes } from './sessions/sessions.routes.ts';
import { FORGET_SESSIONS, sessionsStore } from './sessions/sessions.store.ts';
import { signToken } from './sessions/tokens.ts';
import { askHoldings } from './unproved/ask-holdings.ts';
import { sweepUnproved } from './unproved/sweep-unproved.ts';
import { SWEEP_UNPROVED_MS } from './unproved/unproved.rules.ts';

export type { AdminCredentials };
export type IdentityHooks = {
  /** Hears the password made up for the first admin when `ADMIN_PASSWORD` is not set; show it to the operator. */
  readonly onFirstAdmin?: (credentials: AdminCredentials) => void;
};

const mailerOf = ({ SMTP_URL, MAIL_FROM, PUBLIC_URL }: IdentityConfig): Mailer | null =>
  SMTP_URL ? smtpMailer(SMTP_URL, MAIL_FROM ?? `no-reply@${new URL(PUBLIC_URL).hostname}`) : null;

const googleOf = (config: IdentityConfig, clock: Clock): ReadGoogleToken | null => {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_JWKS_URL: jwksUrl } = config;
  return clientId ? googleTokens({ clientId, jwksUrl, clock }) : null;
};

/** Who people are: accounts, passwords, tokens. Nobody else keeps a name, an email or a phone number of an account. */
export const identityWith = (hooks: IdentityHooks) =>
  defineService({
    name: 'identity',
    config: IdentityConfig,
    refusedInProduction,
    build: ({ config, settings, store, clock, ids, log, events }) => {
      const tokenSeconds = config.JWT_TTL;
      const keys = keySet(keysStore(store), clock, { days: config.SIGNING_KEY_DAYS, tokenSeconds });
      let passwords: Passwords | undefined;
      const needs: Needs = {
        accounts: accountsStore(store),
        attempts: attemptsStore(
          store,
          clock,
          limitsOf({
            failuresPerAddress: config.LOGIN_FAILURES_PER_ADDRESS,
            failuresPerAccount: config.LOGIN_FAILURES_PER_ACCOUNT,
            registrationsPerAddress: config.REGISTRATIONS_PER_ADDRESS,
            registrationsWithoutProof: config.REGISTRATIONS_WITHOUT_PROOF,
          }),
        ),
        sessions: sessionsStore(store),
        passwords: () => {
          if (!passwords) throw new Error('identity has not started');
          return passwords;
        },
        clock,
        ids,
        log,
        config,
        secret: settings.internalSecret,
        newEvent: events.newEvent,
      };
      const requests = requestsStore(store);
      const pending = pendingStore(store);
      const mailer = mailerOf(config);
      store.worker(FIND_ACCOUNT, beginReset(needs));
      store.worker(BEGIN_REGISTRATION, beginRegistration({ ...needs, pending }, mailer?.send ?? null));
      store.worker(MAIL, sendAccountMail(needs, mailer?.send ?? null));
      store.worker(FAREWELL, farewellsStore(store, clock.now).keep);

      store.worker(FORGET_SESSIONS, needs.sessions.forgetAllOf);

      const enter = enterAs(needs, signToken(keys, clock, tokenSeconds));
      const readToken = createTokenReader(`${settings.identityUrl}/.well-known/jwks.json`);
      const handlers = {
        ...accountsRoutes(needs, keys, enter),
        ...recoveryRoutes(needs, requests),
        ...googleRoutes(needs, googleOf(config, clock), enter),
        ...usersRoutes(needs),
        ...sessionsRoutes(needs, readToken),
        ...registrationRoutes({ ...needs, pending }, enter),
      };
      return {
        apis: [mountApi(identityApi, handlers)],
        subscriptions: [
          on(subscriptions['identity.announce-accounts'], announceAccounts(needs)),
          ...erasingServices.map((service) =>
            on(subscriptions[`identity.note-${service}-forgot`], noteForgotten(needs, service)),
          ),
        ],
        jobs: [
          every('refresh-signing-keys', 60_000, () => keys.refresh()),
          every('sweep-erasures', SWEEP_MS, sweepErasures(needs)),
          every('sweep-unproved', SWEEP_UNPROVED_MS, sweepUnproved(needs, askHoldings(needs))),
        ],
        close: async () => mailer?.close(),
        start: async () => {
          passwords = await openPasswords();
          await keys.refresh();
          await normaliseAddresses(needs);
          const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = config;
          const { onFirstAdmin } = hooks;
          if (!(await ensureFirstAdmin(needs)({ email, password, onFirstAdmin })))
            log.warn('there is no admin: set ADMIN_EMAIL and ADMIN_PASSWORD and start again');
        },
      };
    },
  });

export const identity = identityWith({});
