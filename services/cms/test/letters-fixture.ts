import { type BootOptions, freshSuffix, startTestServer, testKeys } from '@satrangi/chassis/testing';
import type { LetterSend, SendState } from '@satrangi/contracts';
import { startSandboxWithoutShop } from '@satrangi/sandbox';
import { vi } from 'vitest';
import { bootCms, type CmsFixture } from './boot-cms.ts';

export const EDITOR_EMAIL = 'editor-one@example.org';
export const letter = {
  subject: 'News of this month',
  content: '<p>Dear reader, <a href="/blogs/a">read on</a>.</p><script>alert(1)</script>',
};

/** Fake identity: keys of the tests, and a confirmed address for `editor-one` only. */
const startFakeIdentity = async () => {
  const keys = await testKeys();
  return startTestServer(async (request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url === '/.well-known/jwks.json')
      return void response.end(await (await fetch(`${keys.url}${request.url}`)).text());
    const email = request.url === '/internal/people/editor-one/email' ? EDITOR_EMAIL : null;
    response.end(JSON.stringify({ email }));
  });
};

export type ReceivedMail = {
  readonly messageId: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** A mail server that can refuse and lose, with its mailbox. */
export const startMailServer = async () => {
  const sandbox = await startSandboxWithoutShop();
  return {
    url: sandbox.url,
    smtpUrl: sandbox.smtpUrl,
    received: async (): Promise<ReceivedMail[]> =>
      (await (await fetch(`${sandbox.url}/sandbox/mail`)).json()) as ReceivedMail[],
    knob: async (knob: object): Promise<void> => {
      const answer = await fetch(`${sandbox.url}/sandbox/knobs`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ target: 'mail.receive', ...knob }),
      });
      if (answer.status !== 201) throw new Error(await answer.text());
    },
    clearKnobs: () => fetch(`${sandbox.url}/sandbox/knobs`, { method: 'DELETE' }),
    [Symbol.asyncDispose]: () => sandbox[Symbol.asyncDispose](),
  };
};
export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/** The environment of a cms that mails to this server. */
export const mailEnv = (mail: Pick<MailServer, 'smtpUrl'>, identityUrl: string) => ({
  SMTP_URL: mail.smtpUrl,
  PUBLIC_URL: 'https://house.test',
  IDENTITY_URL: identityUrl,
});

export const readerId = (n: number): string => `reader-${String(n).padStart(6, '0')}`;
export const emailOf = (n: number): string => `reader-${n}@example.org`;

/** Stores confirmed subscribers, as many confirmations would. */
export const subscribe = async (cms: CmsFixture, count: number): Promise<void> => {
  const at = new Date(cms.service.clock.now().getTime() - 1_000).toISOString();
  const subscribers = Array.from({ length: count }, (_, n) => ({
    // the raw collection is typed with ObjectIds; this service stores strings
    _id: readerId(n) as never,
    email: emailOf(n),
    state: 'active',
    askedAt: at,
    confirmedAt: at,
    userId: null,
  }));
  if (count > 0)
    await cms.service.internals.store.connection.collection('subscribers').insertMany(subscribers);
};

/** A cms with a mail server and confirmed subscribers. */
export const bootLetters = async (count = 0, env: BootOptions['env'] = {}) => {
  await using stack = new AsyncDisposableStack();
  const mail = stack.use(await startMailServer());
  const identity = stack.use(await startFakeIdentity());
  const suffix = freshSuffix();
  const cms = stack.use(
    await bootCms({ env: { ...mailEnv(mail, identity.url), DB_SUFFIX: suffix, ...env } }),
  );
  await subscribe(cms, count);
  const owned = stack.move();
  return {
    ...cms,
    mail,
    identityUrl: identity.url,
    suffix,
    /** Handles all work until nothing is left to do now. */
    work: async (): Promise<void> => {
      for (let step = 0; step < 4; step += 1) await cms.service.runWork();
    },
    create: async (draft: Partial<typeof letter> = {}) =>
      (await cms.editor.createLetter({ body: { ...letter, ...draft } }))._id,
    start: async (draft: Partial<typeof letter> = {}, knowingly = false) => {
      const created = await cms.editor.createLetter({ body: { ...letter, ...draft } });
      return cms.editor.sendLetter({ params: { id: created._id }, body: { knowingly } });
    },
    /** The latest send, as soon as it is in this state. */
    until: async (
      state: SendState,
      matches: (send: LetterSend) => boolean = () => true,
    ): Promise<LetterSend> =>
      vi.waitFor(
        async () => {
          const [send] = await cms.editor.listSends();
          if (send?.state === state && matches(send)) return send;
          throw new Error(`the send is ${JSON.stringify(send)}`);
        },
        { timeout: 30_000, interval: 20 },
      ),
    read: (sendId: string) => cms.editor.getSend({ params: { id: sendId } }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
};

/** A send after all its work and one round of the job that ends sends. */
export const ended = async (cms: Awaited<ReturnType<typeof bootLetters>>, sendId: string) => {
  await cms.work();
  await cms.service.runJob('sweep-sends');
  await cms.work();
  return cms.read(sendId);
};

/** How often each reader got each letter. */
export const copies = (mails: readonly ReceivedMail[]): Map<string, number> => {
  const counted = new Map<string, number>();
  for (const { to, messageId } of mails)
    for (const address of to) {
      const key = `${address} ${messageId}`;
      counted.set(key, (counted.get(key) ?? 0) + 1);
    }
  return counted;
};
