import {
  type Clock,
  createRateLimiter,
  createTokenReader,
  defineService,
  every,
  everyOnOne,
  type Mailer,
  mountApi,
  on,
  type ServiceStore,
  smtpMailer,
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
import { SWEEP_MS } from './privacy/erasure-saga.rules.ts';
import { erasuresStore } from './privacy/erasures.store.ts';
import { privacyRoutes } from './privacy/privacy.routes.ts';
import { recordErasure } from './privacy/record-erasure.ts';
import { sweepErasures } from './privacy/sweep-erasures.ts';
import { profileRoutes } from './profile/profile.routes.ts';
import { identityConnections } from './providers/connections.ts';
import { createGoogleTokenReader, type ReadGoogleToken } from './providers/google.ts';
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

const mailerOf = ({ SMTP_URL, MAIL_FROM, PUBLIC_URL }: IdentityConfig): Mailer | null =>
  SMTP_URL ? smtpMailer(SMTP_URL, MAIL_FROM ?? `no-reply@${new URL(PUBLIC_URL).hostname}`) : null;

const googleTokenReaderOf = (config: IdentityConfig, clock: Clock): ReadGoogleToken | null => {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_JWKS_URL: jwksUrl } = config;
  return clientId ? createGoogleTokenReader({ clientId, jwksUrl, clock }) : null;
};

const rateLimiterOf = (store: ServiceStore, clock: Clock, secret: string, config: IdentityConfig) =>
  createRateLimiter({
    store,
    clock,
    secret,
    limits: rateLimitsOf({
      failuresPerAddress: config.LOGIN_FAILURES_PER_ADDRESS,
      failuresPerAccount: config.LOGIN_FAILURES_PER_ACCOUNT,
      registrationsPerAddress: config.REGISTRATIONS_PER_ADDRESS,
      registrationsWithoutProof: config.REGISTRATIONS_WITHOUT_PROOF,
    }),
    collection: 'login-attempts',
  });

/** Accounts, credentials and sessions. Only identity stores names, emails and phone numbers of accounts. */
export const identityWith = (hooks: IdentityHooks) =>
  defineService({
    name: 'identity',
    config: IdentityConfig,
    refusedInProduction,
    build: ({ config, settings, store, clock, ids, log, events }) => {
      const tokenSeconds = config.JWT_TTL;
      const keys = keySet(signingKeysStore(store), clock, { days: config.SIGNING_KEY_DAYS, tokenSeconds });
      let passwords: PasswordHashing | undefined;
      const aggregate = accountsAggregate(store);
      const sessions = sessionsStore(store);
      const unprovedAccounts = unprovedAccountsStore(aggregate);
      const deps: UnprovedDeps = {
        accounts: accountsStore(aggregate),
        erasures: erasuresStore(aggregate),
        unprovedAccounts,
        rateLimits: rateLimiterOf(store, clock, settings.internalSecret, config),
        sessions,
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
      const registrationDeps = { ...deps, pendingRegistrations: pendingRegistrationsStore(store) };
      const resetRequests = resetRequestsStore(store);
      const mailer = mailerOf(config);
      const send = mailer?.send ?? null;
      const { recordReminder: reminderSent } = unprovedAccounts;
      store.worker(SEND_RESET_LINK, sendResetLink(deps));
      store.worker(SEND_REGISTRATION_MAIL, sendRegistrationMail(registrationDeps, send));
      store.worker(ACCOUNT_MAIL, sendAccountMail(deps, { send, reminderSent }));
      const invitationDeps = { ...deps, invitations: invitationsStore(store) };
      store.worker(SEND_INVITATION, sendInvitation(invitationDeps, send));
      store.worker(END_INVITATIONS, endInvitationsOf(invitationDeps));
      store.worker(SAVE_DELETION_FEEDBACK, deletionFeedbackStore(store, clock.now).save);
      store.worker(ERASE_SESSIONS, sessions.eraseAllOf);

      const issue = issueSession(deps, signToken(keys, clock, tokenSeconds));
      const readToken = createTokenReader(`${settings.identityUrl}/.well-known/jwks.json`);
      const handlers = {
        ...jwksRoutes(keys),
        ...userCardsRoutes(deps),
        ...registrationRoutes(registrationDeps, issue),
        ...loginRoutes(deps, issue),
        ...googleRoutes(deps, googleTokenReaderOf(config, clock), issue),
        ...sessionsRoutes(deps, readToken),
        ...profileRoutes(deps),
        ...passwordResetRoutes(deps, resetRequests),
        ...emailConfirmationRoutes(deps),
        ...privacyRoutes(deps),
        ...usersRoutes(deps, userListStore(aggregate)),
        ...invitationsRoutes(invitationDeps, issue),
        ...testMailRoutes(deps, send),
      };
      return {
        apis: [mountApi(identityApi, handlers)],
        connections: identityConnections(config, settings.nodeEnv),
        subscriptions: [
          on(subscriptions['identity.announce-accounts'], republishAccounts(deps)),
          ...erasingServices.map((service) =>
            on(subscriptions[`identity.note-${service}-forgot`], recordErasure(deps, service)),
          ),
        ],
        jobs: [
          every('refresh-signing-keys', 60_000, () => keys.refresh()),
          everyOnOne('add-sounds', SOUNDS_EVERY_MS, deps.accounts.addSounds),
          everyOnOne('sweep-erasures', SWEEP_MS, sweepErasures(deps)),
          everyOnOne('sweep-unproved', SWEEP_UNPROVED_MS, sweepUnprovedAccounts(deps, queryHoldings(deps))),
        ],
        close: async () => mailer?.close(),
        start: async () => {
          passwords = await createPasswordHashing(config.PASSWORD_COST);
          await keys.refresh();
          await normaliseEmails(deps);
          const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = config;
          const { onFirstAdmin } = hooks;
          if (!(await ensureFirstAdmin(deps)({ email, password, onFirstAdmin })))
            log.warn('first admin not created: set ADMIN_EMAIL and ADMIN_PASSWORD and restart');
        },
      };
    },
  });

export const identity = identityWith({});
