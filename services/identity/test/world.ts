import { type BootOptions, bootService } from '@satrangi/chassis/testing';
import { ApiError, type Client, identityApi, StartedSession } from '@satrangi/contracts';
import { SANDBOX_CLIENT_ID, type Sandbox, startSandbox } from '@satrangi/sandbox';
import { identity } from '../src/service.ts';

export const ADMIN = { email: 'owner@example.org', password: 'open sesame, please' } as const;
export const PASSWORD = 'kahaani 7';

/** One address registers everybody of a test. */
export const manyRegister = {
  REGISTRATIONS_PER_ADDRESS: '1000000',
  REGISTRATIONS_WITHOUT_PROOF: '1000000',
} as const;

/** A client of a site that registers openly: its answer is always a session. */
export const openlyRegistering = (client: Client<typeof identityApi>) => ({
  ...client,
  register: async (...call: Parameters<typeof client.register>) =>
    StartedSession.parse(await client.register(...call)),
});

export type Refused = { readonly code: string; readonly status: number; readonly message: string };

/** What a call was refused with; `none` when it was not. */
export const refusal = (call: Promise<unknown>): Promise<Refused> =>
  call.then(
    () => ({ code: 'none', status: 200, message: '' }),
    (error) => {
      if (!(error instanceof ApiError)) throw error;
      return { code: error.code, status: error.status, message: error.message };
    },
  );

export type SentMail = { to: string[]; from: string; subject: string; text: string; html: string };

const outside = (): Promise<Sandbox> =>
  startSandbox({
    webhookBaseUrl: 'http://127.0.0.1:9',
    stripeWebhookSecret: 'whsec_x',
    cashfreeClientId: 'client',
    cashfreeClientSecret: 'secret',
  });

/** Of the mail each registration sends. */
export const CONFIRM = 'Please confirm your email address';

export type World = Awaited<ReturnType<typeof openWorld>>;

/** Identity with a mail server, Google and a first admin; all of it real, none of it leaves this machine. */
export const openWorld = async (env: Record<string, string> = {}, options: Partial<BootOptions> = {}) => {
  const stack = new AsyncDisposableStack();
  const sandbox = stack.use(await outside());
  const service = stack.use(
    await bootService(identity, {
      ...options,
      env: {
        PUBLIC_URL: 'http://house.test',
        SMTP_URL: sandbox.smtpUrl,
        GOOGLE_CLIENT_ID: SANDBOX_CLIENT_ID,
        GOOGLE_JWKS_URL: `${sandbox.url}/sandbox/google/certs`,
        GOOGLE_SCRIPT_URL: '/sandbox/google.js',
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        ...manyRegister,
        ...env,
      },
    }),
  );
  const visitor = openlyRegistering(service.as('visitor', identityApi));
  const control = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
    const answer = await fetch(`${sandbox.url}/sandbox${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    return (await answer.json()) as Body;
  };

  return {
    service,
    sandbox,
    visitor,
    control,
    as: (token: string) => service.as(token, identityApi),
    /** Registers somebody; the answer with their calls. */
    join: async (email: string, more: Record<string, unknown> = {}) => {
      const session = await visitor.register({ body: { name: 'Asha', email, password: PASSWORD, ...more } });
      return { ...session, userId: session.user._id, mine: service.as(session.token, identityApi) };
    },
    /** Presses Confirm on the page a confirmation mail leads to. @returns what came of it */
    confirm: async (token: string): Promise<'confirmed' | 'expired' | 'taken'> => {
      const answer = await refusal(visitor.confirmEmail({ body: { token } }));
      const outcomes = {
        none: 'confirmed',
        'validation-failed': 'expired',
        'already-used': 'taken',
      } as const;
      const outcome = outcomes[answer.code as keyof typeof outcomes];
      if (!outcome) throw new Error(`${answer.status} ${answer.message}`);
      return outcome;
    },
    logIn: (email: string, password: string) => visitor.login({ body: { email, password } }),
    admin: async () => {
      const { token, user } = await visitor.login({ body: { ...ADMIN } });
      return { token, userId: user._id, desk: service.as(token, identityApi) };
    },
    /** Beside the link that each registration mails, unless `all` are asked for. Newest first. */
    mails: async (to: string, all?: 'all'): Promise<SentMail[]> => {
      // asked for, found and written are three steps, each said by the one before
      for (let step = 0; step < 3; step += 1) await service.runWork();
      const sent = await control<SentMail[]>('GET', `/mail?to=${encodeURIComponent(to)}`);
      return sent.filter(({ subject }) => all || subject !== CONFIRM);
    },
    knob: (body: Record<string, unknown>) => control('POST', '/knobs', body),
    calm: () => control('DELETE', '/knobs'),
    credential: async (wish: Record<string, unknown>): Promise<string> =>
      (await control<{ credential: string }>('POST', '/google/credential', { name: 'Asha', ...wish }))
        .credential,
    /** Every document of this service as text: what a thief of the store would read. */
    dump: async (): Promise<string> => {
      const { db } = service.inside.store.connection;
      const names = (await db?.listCollections().toArray())?.map(({ name }) => name) ?? [];
      const all = await Promise.all(
        names.map(async (name) => [name, await db?.collection(name).find({}).toArray()]),
      );
      return JSON.stringify(all);
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
};

/** The token in the newest mail of this kind. */
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
