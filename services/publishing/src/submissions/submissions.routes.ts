import { clientAddress, type Handlers, Refusal } from '@satrangi/chassis';
import { type publishingApi, publishingTexts } from '@satrangi/contracts';
import { changeSubmission } from './change-submission.ts';
import { deleteSubmission } from './delete-submission.ts';
import { honeypotAnswer, isFilledByMachine } from './honeypot.ts';
import { listMine, type ReadVerifiedEmail } from './list-mine.ts';
import { statusUrl, submissionOfToken } from './status-tokens.rules.ts';
import { type Deps, secretsOf } from './submissions.deps.ts';
import { submit } from './submit.ts';
import { authorView, deletedView, detailOf, submissionView } from './views.ts';
import { submissionByToken, withdraw } from './withdraw.ts';

type AuthorRoutes = Pick<
  Handlers<typeof publishingApi>,
  'submit' | 'submissionStatus' | 'withdraw' | 'mySubmissions' | 'verifyReceipt' | 'receiptKeys'
>;
type DeskRoutes = Pick<
  Handlers<typeof publishingApi>,
  'listSubmissions' | 'getSubmission' | 'changeSubmission' | 'deleteSubmission'
>;

/** What authors call. */
export const authorRoutes = (
  deps: Deps & { readonly internalSecret: string; readonly readEmail: ReadVerifiedEmail },
): AuthorRoutes => {
  const { config, deletions, receipts } = deps;
  const send = submit(deps);
  const byToken = submissionByToken(deps);
  const takeBack = withdraw(deps);
  const mine = listMine(deps, deps.readEmail);
  const linkOf = (id: string): string => statusUrl(config.SUBMISSION_SECRET, config.PUBLIC_URL, id);
  return {
    submit: async ({ body }, caller, exchange) => {
      if (isFilledByMachine(body)) return honeypotAnswer(deps);
      const address = clientAddress(exchange, deps.internalSecret);
      const { _id, number, receipt } = await send(body, { address, userId: caller?.userId ?? null });
      return { success: true, message: publishingTexts.received, number, statusUrl: linkOf(_id), receipt };
    },
    submissionStatus: async ({ body: { token } }) => {
      const id = submissionOfToken(secretsOf(config), token);
      const deletion = id && (await deletions.byId(id));
      return deletion ? deletedView(deletion) : authorView(await byToken(token));
    },
    withdraw: async ({ body: { token, reason } }) => authorView(await takeBack(token, reason || undefined)),
    mySubmissions: async (_input, { userId }, { request }) => {
      const token = (request.get('authorization') ?? '').replace(/^bearer /i, '').trim();
      return (await mine(userId, token)).map(({ _id, number, title, status, createdAt }) => ({
        ...{ number, title, status },
        date: createdAt.toISOString(),
        statusUrl: linkOf(_id),
      }));
    },
    verifyReceipt: ({ body: { receipt } }) => ({ isSigned: receipts.isSigned(receipt) }),
    receiptKeys: () => ({ keys: receipts.publicKeys }),
  };
};

/** What the back office calls. */
export const deskRoutes = (deps: Deps): DeskRoutes => {
  const { submissions, uploads } = deps;
  const change = changeSubmission(deps);
  return {
    listSubmissions: async ({ query: { page, pageSize, search, status } }) => {
      const { results, total } = await submissions.list({
        search: search || null,
        status,
        skip: (page - 1) * pageSize,
        limit: pageSize,
      });
      const files = await uploads.byIds(results.flatMap(({ uploadId }) => uploadId ?? []));
      const byId = new Map(files.map((upload) => [upload._id, upload]));
      return {
        results: results.map((each) => submissionView(deps, each, byId.get(each.uploadId ?? ''))),
        ...{ total, page, pageSize },
      };
    },
    getSubmission: async ({ params: { id } }) => {
      const found = await submissions.byId(id);
      if (!found) throw new Refusal('not-found', publishingTexts.notFound);
      return detailOf(deps, found);
    },
    changeSubmission: async ({ params: { id }, body }, { userId }, { request }) =>
      detailOf(deps, await change(id, { ...body, ifMatch: request.get('if-match') }, userId)),
    deleteSubmission: ({ params: { id } }) => deleteSubmission(deps)(id),
  };
};
