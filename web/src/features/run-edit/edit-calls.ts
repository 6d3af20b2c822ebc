import type { OwnRunPage } from '@satrangi/contracts';
import { EDIT_TOKEN_HEADER } from '@satrangi/contracts/pure';
import { api } from '../../lib/api.ts';

/** The private link of a mail: the page's slug and its token. */
export type EditLink = { readonly slug: string; readonly token: string };
export type PageChange = NonNullable<Parameters<(typeof api)['virtual-run']['editPage']>[0]['body']>;

/** Mails the private link of a page to its runner. The answer is the same for known and unknown pages. */
export const sendLinkOf = async (slug: string): Promise<string> =>
  (await api['virtual-run'].sendEditLink({ params: { slug } })).message;

/** Calls of a private link; the token is sent in a header, never in an address. */
export const editCalls = ({ slug, token }: EditLink) => {
  const call = { params: { slug } };
  const options = { headers: { [EDIT_TOKEN_HEADER]: token } };
  const run = api['virtual-run'];
  return {
    open: (): Promise<OwnRunPage> => run.openPage(call, options),
    change: (body: PageChange): Promise<OwnRunPage> => run.editPage({ ...call, body }, options),
    /** @param entryId the same entry is logged once */
    logKm: (body: {
      readonly km: number;
      readonly date: string;
      readonly entryId: string;
    }): Promise<OwnRunPage> => run.logKm({ ...call, body }, options),
    renewLink: (): Promise<unknown> => run.renewEditLink(call, options),
    remove: (): Promise<unknown> => run.removeRegistration(call, options),
    sendLink: (): Promise<string> => sendLinkOf(slug),
  };
};
export type EditCalls = ReturnType<typeof editCalls>;
