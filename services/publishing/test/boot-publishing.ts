import { type Booted, type BootOptions, bootService, testUser, tokenOf } from '@satrangi/chassis/testing';
import { type Client, MANUSCRIPT_MAX_BYTES, publishingApi } from '@satrangi/contracts';
import { startSandboxWithoutShop } from '@satrangi/sandbox';
import { publishing } from '../src/service.ts';

export { refusalOf as refusal } from '@satrangi/chassis/testing';

type PublishingClient = Client<typeof publishingApi>;
type Answer = { readonly status: number; readonly type: string; readonly body: Record<string, unknown> };
type SentMail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly messageId: string;
};

export const SUBMISSION_SECRET = 'signs-links-and-receipts-in-these-tests';
export const adminUser = testUser({ userId: 'editor-one', role: 'ADMIN' });
export const otherAdmin = testUser({ userId: 'editor-two', role: 'ADMIN' });

export const draft = {
  name: 'Barsaat',
  email: 'asha@example.org',
  title: 'The lift between four and five',
  description: 'A story in ten letters.',
  driveLink: 'https://drive.google.com/file/d/1aBcDeFgHiJkLmNoPqRsTuVwXyZ/view',
  media: 'ebook' as const,
};

const answerOf = async (answer: Response): Promise<Answer> => ({
  status: answer.status,
  type: answer.headers.get('content-type') ?? '',
  body: (await answer.json()) as Record<string, unknown>,
});

/** A booted publishing service with a mail server, and clients for its roles. */
export const bootPublishing = async (env: BootOptions['env'] = {}) => {
  await using stack = new AsyncDisposableStack();
  const sandbox = stack.use(await startSandboxWithoutShop());
  const service: Booted = stack.use(
    await bootService(publishing, {
      env: {
        SUBMISSION_SECRET,
        SMTP_URL: sandbox.smtpUrl,
        PUBLIC_URL: 'https://house.test',
        GOOGLE_BASE_URL: sandbox.url,
        SUBMISSIONS_PER_HOUR: '1000',
        UPLOADS_PER_HOUR: '1000',
        UPLOADS_AT_ONCE: '20',
        ...env,
      },
    }),
  );
  const owned = stack.move();
  const editorToken = tokenOf(adminUser);
  const visitor: PublishingClient = service.as('visitor', publishingApi);
  const editor: PublishingClient = service.as(adminUser, publishingApi);

  const upload = async (bytes: Uint8Array | null, name = 'story.pdf', type = ''): Promise<Answer> => {
    const body = new FormData();
    if (bytes) body.append('file', new Blob([new Uint8Array(bytes)], { type }), name);
    return answerOf(await fetch(`${service.url}/publishing/upload-drive`, { method: 'POST', body }));
  };
  return {
    ...{ service, sandbox, visitor, editor, editorToken, upload },
    other: service.as(otherAdmin, publishingApi) as PublishingClient,
    /** Sends a form as a browser does. */
    send: async (fields: Record<string, unknown>): Promise<Answer> =>
      answerOf(
        await fetch(`${service.url}/publishing/submit`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ ...draft, ...fields }),
        }),
      ),
    /** Sends a work with an uploaded file. */
    sendFile: async (bytes: Uint8Array, name = 'story.pdf', more: Partial<typeof draft> = {}) => {
      const { body } = await upload(bytes, name);
      return visitor.submit({ body: { ...draft, ...more, driveLink: String(body.driveLink) } });
    },
    mails: async (to = draft.email): Promise<SentMail[]> => {
      for (let step = 0; step < 3; step += 1) await service.runWork();
      const answer = await fetch(`${sandbox.url}/sandbox/mail?to=${encodeURIComponent(to)}`);
      return (await answer.json()) as SentMail[];
    },
    stored: (name: string): Promise<Record<string, unknown>[]> =>
      service.internals.store.connection.collection(name).find({}).toArray(),
    tokenIn: (url: string): string => new URL(url).hash.replace('#t=', ''),
    limit: MANUSCRIPT_MAX_BYTES,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
};
export type PublishingFixture = Awaited<ReturnType<typeof bootPublishing>>;
