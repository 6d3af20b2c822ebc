import {
  type Clock,
  createTokenReader,
  defineService,
  every,
  everyOnOne,
  type Handlers,
  type Job,
  mailerOf,
  mountApi,
  on,
  type ServiceContext,
  type Subscription,
} from '@satrangi/chassis';
import { erasingServices, identityApi, subscriptions } from '@satrangi/contracts';
import { accountsAggregate, accountsStore } from './accounts/accounts.store.ts';
import { normaliseEmails } from './accounts/normalise-emails.ts';
import { createPasswordHashing, type PasswordHashing } from './accounts/password-hashing.ts';
import { userCardsRoutes } from './accounts/user-cards.routes.ts';
import { END_INVITATIONS } from './admins/end-invitations.ts';
import { type AdminCredentials, ensureFirstAdmin } from './admins/first-admin.ts';
import { IdentityConfig, refusedInProduction } from './config.ts';
import { emailConfirmationRoutes } from './email-confirmation/email-confirmation.routes.ts';
import { googleRoutes } from './google/google.routes.ts';
import { endInvitationsOf } from './invitations/end-invitations.ts';
import { invitationsRoutes } from './invitations/invitations.routes.ts';
import { invitationsStore, SEND_INVITATION } from './invitations/invitations.store.ts';
import { sendInvitation } from './invitations/send-invitation.ts';
import { issueSession } from './login/issue-session.ts';
import { loginRoutes } from './login/login.routes.ts';
import { rateLimitsOf } from './login-throttle/rate-limits.rules.ts';
import { ACCOUNT_MAIL } from './mail/mail-work.ts';
import { sendAccountMail } from './mail/send-account-mail.ts';
import { testMailRoutes } from './mail/send-test-mail.ts';
import { passwordResetRoutes } from './password-reset/password-reset.routes.ts';
import { resetRequestsStore, SEND_RESET_LINK } from './password-reset/reset-requests.store.ts';
import { sendResetLink } from './password-reset/send-reset-link.ts';
import { deletionFeedbackStore, SAVE_DELETION_FEEDBACK } from './privacy/deletion-feedback.store.ts';
import { ERASE_REGISTRATIONS } from './privacy/erase-registrations.ts';
import { SWEEP_MS } from './privacy/erasure-saga.rules.ts';
import { erasuresStore } from './privacy/erasures.store.ts';
import { privacyRoutes } from './privacy/privacy.routes.ts';
import { recordErasure } from './privacy/record-erasure.ts';
import { sweepErasures } from './privacy/sweep-erasures.ts';
import { profileRoutes } from './profile/profile.routes.ts';
import { identityConnections } from './providers/connections.ts';
import { createGoogleTokenReader, type ReadGoogleToken } from './providers/google.ts';
import { eraseRegistrationsOf } from './registration/erase-registrations.ts';
import {
  pendingRegistrationsStore,
  SEND_REGISTRATION_MAIL,
} from './registration/pending-registrations.store.ts';
import { registrationRoutes } from './registration/registration.routes.ts';
import { sendRegistrationMail } from './registration/send-registration-mail.ts';
import { sessionsRoutes } from './sessions/sessions.routes.ts';
import { ERASE_SESSIONS, sessionsStore } from './sessions/sessions.store.ts';
import { jwksRoutes } from './signing-keys/jwks.routes.ts';
import { keySet } from './signing-keys/key-set.ts';
import { signToken } from './signing-keys/sign-token.ts';
import { signingKeysStore } from './signing-keys/signing-keys.store.ts';
import { republishAccounts } from './snapshots/republish-accounts.ts';
import { queryHoldings } from './unproved-accounts/query-holdings.ts';
import { sweepUnprovedAccounts } from './unproved-accounts/sweep-unproved-accounts.ts';
import type { UnprovedDeps } from './unproved-accounts/unproved-accounts.deps.ts';
import { SWEEP_UNPROVED_MS } from './unproved-accounts/unproved-accounts.rules.ts';
import { unprovedAccountsStore } from './unproved-accounts/unproved-accounts.store.ts';
import { usersRoutes } from './user-admin/users.routes.ts';
import { userListStore } from './user-admin/users.store.ts';

export type { AdminCredentials };
export type IdentityHooks = {
  /** Receives the password generated for the first admin when `ADMIN_PASSWORD` is not set; show it to the operator. */
  readonly onFirstAdmin?: (credentials: AdminCredentials) => void;
};

const SOUNDS_EVERY_MS = 3_600_000;
const DROP_EMAILS_EVERY_MS = 3_600_000;

const googleTokenReaderOf = (config: IdentityConfig, clock: Clock): ReadGoogleToken | null => {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_JWKS_URL: jwksUrl } = config;
  return clientId ? createGoogleTokenReader({ clientId, jwksUrl, clock }) : null;
};

type Context = ServiceContext<IdentityConfig>;
type Deps = ReturnType<typeof createDeps>;

/** Stores and use cases. @param passwords hashes passwords after the start */
const createDeps = (context: Context, passwords: () => PasswordHashing) => {
  const { config, settings, store, clock, ids, log, events } = context;
  const tokenSeconds = config.JWT_TTL;
  const keys = keySet(signingKeysStore(store), clock, { days: config.SIGNING_KEY_DAYS, tokenSeconds });
  const aggregate = accountsAggregate(store);
  const accountDeps: UnprovedDeps = {
    accounts: accountsStore(aggregate),
    erasures: erasuresStore(aggregate),
    unprovedAccounts: unprovedAccountsStore(aggregate),
    rateLimits: context.rateLimiter(
      rateLimitsOf({
        failuresPerAddress: config.LOGIN_FAILURES_PER_ADDRESS,
        failuresPerAccount: config.LOGIN_FAILURES_PER_ACCOUNT,
        registrationsPerAddress: config.REGISTRATIONS_PER_ADDRESS,
        registrationsWithoutProof: config.REGISTRATIONS_WITHOUT_PROOF,
      }),
      'login-attempts',
    ),
    sessions: sessionsStore(store),
    passwords,
    clock,
    ids,
    log,
    config,
    secret: settings.internalSecret,
    newEvent: events.newEvent,
  };
  return {
    ...{ keys, accountDeps },
    registrationDeps: { ...accountDeps, pendingRegistrations: pendingRegistrationsStore(store) },
    invitationDeps: { ...accountDeps, invitations: invitationsStore(store) },
    resetRequests: resetRequestsStore(store),
    userList: userListStore(aggregate),
    mailer: mailerOf(config),
    issue: issueSession(accountDeps, signToken(keys, clock, tokenSeconds)),
  };
};

const addWorkers = ({ store, clock }: Context, deps: Deps): void => {
  const { accountDeps, registrationDeps, invitationDeps, mailer } = deps;
  const send = mailer?.send ?? null;
  const { recordReminder: reminderSent } = accountDeps.unprovedAccounts;
  store.worker(SEND_RESET_LINK, sendResetLink(accountDeps));
  store.worker(SEND_REGISTRATION_MAIL, sendRegistrationMail(registrationDeps, send));
  store.worker(ERASE_REGISTRATIONS, eraseRegistrationsOf(registrationDeps));
  store.worker(ACCOUNT_MAIL, sendAccountMail(accountDeps, { send, reminderSent }));
  store.worker(SEND_INVITATION, sendInvitation(invitationDeps, send));
  store.worker(END_INVITATIONS, endInvitationsOf(invitationDeps));
  store.worker(SAVE_DELETION_FEEDBACK, deletionFeedbackStore(store, clock.now).save);
  store.worker(ERASE_SESSIONS, accountDeps.sessions.eraseAllOf);
};

const handlersOf = ({ config, settings, clock }: Context, deps: Deps): Handlers<typeof identityApi> => {
  const { keys, accountDeps, registrationDeps, invitationDeps, resetRequests, userList, issue } = deps;
  const readToken = createTokenReader(`${settings.identityUrl}/.well-known/jwks.json`);
  return {
    ...jwksRoutes(keys),
    ...userCardsRoutes(accountDeps),
    ...registrationRoutes(registrationDeps, issue),
    ...loginRoutes(accountDeps, issue),
    ...googleRoutes(accountDeps, googleTokenReaderOf(config, clock), issue),
    ...sessionsRoutes(accountDeps, readToken),
    ...profileRoutes(accountDeps),
    ...passwordResetRoutes(accountDeps, resetRequests),
    ...emailConfirmationRoutes(accountDeps),
    ...privacyRoutes(accountDeps),
    ...usersRoutes(accountDeps, userList),
    ...invitationsRoutes(invitationDeps, issue),
    ...testMailRoutes(accountDeps, deps.mailer?.send ?? null),
  };
};

const subscriptionsOf = ({ accountDeps }: Deps): Subscription[] => [
  on(subscriptions['identity.announce-accounts'], republishAccounts(accountDeps)),
  ...erasingServices.map((service) =>
    on(subscriptions[`identity.note-${service}-forgot`], recordErasure(accountDeps, service)),
  ),
];

const jobsOf = ({ clock }: Context, { keys, accountDeps }: Deps): Job[] => [
  every('refresh-signing-keys', 60_000, () => keys.refresh()),
  everyOnOne('add-sounds', SOUNDS_EVERY_MS, accountDeps.accounts.addSounds),
  everyOnOne('drop-expired-emails', DROP_EMAILS_EVERY_MS, () =>
    accountDeps.accounts.dropExpiredEmails(clock.now()),
  ),
  everyOnOne('sweep-erasures', SWEEP_MS, sweepErasures(accountDeps)),
  everyOnOne(
    'sweep-unproved',
    SWEEP_UNPROVED_MS,
    sweepUnprovedAccounts(accountDeps, queryHoldings(accountDeps)),
  ),
];

/** Accounts, credentials and sessions. Only identity stores names, emails and phone numbers of accounts. */
export const identityWith = ({ onFirstAdmin }: IdentityHooks) =>
  defineService({
    name: 'identity',
    config: IdentityConfig,
    refusedInProduction,
    build: (context) => {
      const { config, settings, log } = context;
      let passwords: PasswordHashing | undefined;
      const deps = createDeps(context, () => {
        if (!passwords) throw new Error('identity has not started');
        return passwords;
      });
      const { keys, accountDeps, mailer } = deps;
      addWorkers(context, deps);
      return {
        connections: identityConnections(config, settings.nodeEnv),
        apis: [mountApi(identityApi, handlersOf(context, deps))],
        subscriptions: subscriptionsOf(deps),
        jobs: jobsOf(context, deps),
        start: async () => {
          passwords = await createPasswordHashing(config.PASSWORD_COST);
          await keys.refresh();
          await normaliseEmails(accountDeps);
          const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = config;
          if (!(await ensureFirstAdmin(accountDeps)({ email, password, onFirstAdmin })))
            log.warn('first admin not created: set ADMIN_EMAIL and ADMIN_PASSWORD and restart');
        },
        close: async () => mailer?.close(),
      };
    },
  });

export const identity = identityWith({});
