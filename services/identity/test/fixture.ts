import { type BootOptions, bootService, outcomeOf, testUser } from '@satrangi/chassis/testing';
import { type Client, identityApi, StartedSession } from '@satrangi/contracts';
import { SANDBOX_CLIENT_ID, type Sandbox, startSandboxWithoutShop } from '@satrangi/sandbox';
import { identity } from '../src/service.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const ADMIN = { email: 'owner@example.org', password: 'open sesame, please' } as const;
export const EMAIL = 'asha@example.org';
export const PASSWORD = 'kahaani 7';
export const NEW_PASSWORD = 'monsoon in malabar';
/** A registration; the email is spelled differently from `EMAIL`. */
export const asha = { name: 'Asha', email: 'Asha@Example.org', password: PASSWORD };
/** The refusal of an invalid, used or expired mailed token. */
export const INVALID_MAILED_TOKEN = {
  code: 'validation-failed',
  status: 400,
  message: 'Invalid or expired token',
};
/** The subject of the mail that each registration sends. */
export const CONFIRM_SUBJECT = 'Please confirm your email address';

/** Tests that measure or compare the cost of a hash use `fullPasswordCost`. */
const minimalPasswordCost = { PASSWORD_COST: 'minimal' } as const;
export const fullPasswordCost = { PASSWORD_COST: 'full' } as const;

/** All registrations of a test come from one address. */
export const unlimitedRegistrations = {
  REGISTRATIONS_PER_ADDRESS: '1000000',
  REGISTRATIONS_WITHOUT_PROOF: '1000000',
} as const;

/** A client under `REGISTER_PRIVACY=open`, where registration always responds with a session. */
export const withOpenRegistration = (client: Client<typeof identityApi>) => ({
  ...client,
  register: async (...call: Parameters<typeof client.register>) =>
    StartedSession.parse(await client.register(...call)),
});

export { outcomeOf };

/** Identity alone: no mail server, no Google, and an admin with a generated password at most. */
export const bootIdentity = async (env: Record<string, string> = {}, definition = identity) => {
  const service = await bootService(definition, {
    env: { ...minimalPasswordCost, ...unlimitedRegistrations, ...env },
  });
  const visitor = withOpenRegistration(service.as('visitor', identityApi));
  return {
    service,
    visitor,
    as: (userId: string) => service.as(testUser({ userId }), identityApi),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
};

export type SentMail = { to: string[]; from: string; subject: string; text: string; html: string };

/** Identity with a first admin, and with a sandbox as its mail server and Google. */
const bootWithSandbox = (sandbox: Sandbox, env: Record<string, string>, options: Partial<BootOptions>) =>
  bootService(identity, {
    ...options,
    env: {
      PUBLIC_URL: 'http://house.test',
      SMTP_URL: sandbox.smtpUrl,
      GOOGLE_CLIENT_ID: SANDBOX_CLIENT_ID,
      GOOGLE_JWKS_URL: `${sandbox.url}/sandbox/google/certs`,
      GOOGLE_SCRIPT_URL: '/sandbox/google.js',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...minimalPasswordCost,
      ...unlimitedRegistrations,
      ...env,
    },
  });
type Service = Awaited<ReturnType<typeof bootWithSandbox>>;

const sandboxCaller =
  (sandbox: Sandbox) =>
  async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
    const response = await fetch(`${sandbox.url}/sandbox${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    return (await response.json()) as Body;
  };

/** Mails and credentials of the sandbox. */
const sandboxControls = (sandbox: Sandbox, service: Service) => {
  const callSandbox = sandboxCaller(sandbox);
  /** Newest first. Without the confirmation mail of each registration, unless `all` is given. */
  const mails = async (to: string, all?: 'all'): Promise<SentMail[]> => {
    // Request, lookup and mail are three steps of work; each queues the next.
    for (let step = 0; step < 3; step += 1) await service.runWork();
    const sent = await callSandbox<SentMail[]>('GET', `/mail?to=${encodeURIComponent(to)}`);
    return sent.filter(({ subject }) => all || subject !== CONFIRM_SUBJECT);
  };
  /** @param options of the Google user, as the sandbox takes them */
  const credential = async (options: Record<string, unknown>): Promise<string> =>
    (await callSandbox<{ credential: string }>('POST', '/google/credential', { name: 'Asha', ...options }))
      .credential;
  return {
    callSandbox,
    mails,
    credential,
    /** Makes a provider of the sandbox fail. */
    injectFault: (fault: Record<string, unknown>) => callSandbox('POST', '/knobs', fault),
    clearFaults: () => callSandbox('DELETE', '/knobs'),
  };
};

/** What the service has stored and published. */
const storeReader = (service: Service) => {
  const database = () => {
    const { db } = service.internals.store.connection;
    if (!db) throw new Error('the store is not connected');
    return db;
  };
  return {
    eventsOf: async (type: string) =>
      (await service.publishedEvents()).filter((event) => event.type === `identity.${type}.v1`),
    storedAccounts: <Document extends { _id: string } = { _id: string }>() =>
      database().collection<Document>('accounts'),
    collection: (name: string) => database().collection(name),
    /** All documents of the service as text: what an attacker with a copy of the store could read. */
    dumpStore: async (): Promise<string> => {
      const names = (await database().listCollections().toArray()).map(({ name }) => name);
      const documents = await Promise.all(
        names.map(async (name) => [name, await database().collection(name).find({}).toArray()]),
      );
      return JSON.stringify(documents);
    },
  };
};

/** What a visitor does: registration, mailed links and logins. */
const visitorActions = (
  service: Service,
  { mails, credential }: Pick<ReturnType<typeof sandboxControls>, 'mails' | 'credential'>,
) => {
  const visitor = withOpenRegistration(service.as('visitor', identityApi));
  /** Requests a reset. @returns the token of the newest reset mail */
  const resetToken = async (email: string): Promise<string> => {
    await visitor.forgotPassword({ body: { email } });
    return tokenIn((await mails(email)).find(({ subject }) => subject === 'Set a new password'));
  };

  return {
    visitor,
    resetToken,
    /** Registers an account. @returns its session, with a client that calls as this user */
    register: async (email: string, more: Record<string, unknown> = {}) => {
      const session = await visitor.register({ body: { name: 'Asha', email, password: PASSWORD, ...more } });
      return { ...session, userId: session.user._id, client: service.as(session.token, identityApi) };
    },
    /** Confirms an email by POST, as the page of the mailed link does. */
    confirmEmail: async (token: string): Promise<'confirmed' | 'expired' | 'taken'> => {
      const { code, status, message } = await outcomeOf(visitor.confirmEmail({ body: { token } }));
      const outcomes = {
        none: 'confirmed',
        'validation-failed': 'expired',
        'already-used': 'taken',
      } as const;
      const outcome = outcomes[code as keyof typeof outcomes];
      if (!outcome) throw new Error(`${status} ${message}`);
      return outcome;
    },
    /** Sets a password by mail, which verifies the email. */
    resetPassword: async (email: string, password: string): Promise<void> => {
      const token = await resetToken(email);
      await visitor.resetPassword({ body: { token, password } });
    },
    logIn: (email: string, password: string) => visitor.login({ body: { email, password } }),
    signInWithGoogle: async (email: string) =>
      visitor.googleSignIn({ body: { credential: await credential({ email }) } }),
    admin: async () => {
      const { token, user } = await visitor.login({ body: { ...ADMIN } });
      return { token, userId: user._id, client: service.as(token, identityApi) };
    },
  };
};

export type Fixture = Awaited<ReturnType<typeof openFixture>>;
export type IdentityClient = Awaited<ReturnType<Fixture['register']>>['client'];

/** Identity with a first admin, and with the sandbox as its mail server and Google. */
export const openFixture = async (env: Record<string, string> = {}, options: Partial<BootOptions> = {}) => {
  const stack = new AsyncDisposableStack();
  const sandbox = stack.use(await startSandboxWithoutShop());
  const service = stack.use(await bootWithSandbox(sandbox, env, options));
  const controls = sandboxControls(sandbox, service);

  return {
    service,
    sandbox,
    ...controls,
    ...visitorActions(service, controls),
    ...storeReader(service),
    as: (token: string) => service.as(token, identityApi),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
};

/** The token in the link of a mail; empty without one. */
export const tokenIn = (mail: SentMail | undefined): string =>
  /[?&]token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';

export const postJson = (
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** Registers an account, makes it an admin and logs in. */
export const registerAdmin = async (fixture: Fixture, email: string) => {
  const { client: admin } = await fixture.admin();
  const { userId } = await fixture.register(email, { name: `Admin ${email}` });
  await admin.updateUser({ params: { id: userId }, body: { name: 'Second', email, role: 'ADMIN' } });
  const { token } = await fixture.logIn(email, PASSWORD);
  return { userId, email, token, client: fixture.as(token) };
};

/** The events of account deletions. */
export const deletions = (fixture: Fixture) => fixture.eventsOf('user-deleted');

/** The stored record of an account, without the outbox fields, which hold ids only and are emptied by the relay. */
export const recordOf = async (fixture: Fixture, userId: string) =>
  fixture
    .storedAccounts()
    .findOne({ _id: userId }, { projection: { outbox: 0, outboxDue: 0, outboxTries: 0, applied: 0 } });
