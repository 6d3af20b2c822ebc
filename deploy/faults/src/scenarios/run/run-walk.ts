/** Every public answer about the run: what the walk of P62 requests and searches. */
import { virtualRunApi } from '@satrangi/contracts';
import type { Fixture } from '../../fixture.ts';
import { request } from '../../http.ts';

export type PageAddress = { readonly slug: string; readonly day: string; readonly receipt: string };
type Answer = { readonly from: string; readonly text: string };

type WalkRequest = { readonly path: string; readonly body?: object };
type EndpointName = keyof typeof virtualRunApi;

/** What a stranger who knows the address of a page may request, by endpoint. */
const requestsOf = ({ slug, day, receipt }: PageAddress): Partial<Record<EndpointName, WalkRequest>> => {
  const page = `/virtual-run/f/${encodeURIComponent(slug)}`;
  return {
    getRun: { path: '/virtual-run' },
    getCounts: { path: '/virtual-run/counts' },
    getPage: { path: page },
    listDonors: { path: `${page}/donors` },
    listPages: { path: '/virtual-run/pages' },
    getLedger: { path: '/virtual-run/ledger' },
    getLedgerDay: { path: `/virtual-run/ledger/days/${day}` },
    getLedgerProof: { path: `/virtual-run/ledger/proof?receipt=${encodeURIComponent(receipt)}` },
    createDraft: { path: '/virtual-run/drafts', body: {} },
    register: { path: '/virtual-run/register', body: { paymentId: 'pi_unknown' } },
    openPage: { path: `${page}/open`, body: {} },
    editPage: { path: page, body: { story: 'Taken' } },
    logKm: { path: `${page}/activity`, body: { date: day, km: 1 } },
    removeRegistration: { path: page },
    renewEditLink: { path: `${page}/renew-link`, body: {} },
    sendEditLink: { path: `${page}/send-link`, body: {} },
    giftWords: { path: '/virtual-run/gifts/unknown/words', body: { name: 'Nobody' } },
  };
};

/** Public endpoints that the walk does not know: a new one has to be added to it. */
export const unwalked = (): string[] => {
  const known = requestsOf({ slug: '', day: '', receipt: '' });
  return Object.entries(virtualRunApi)
    .filter(([name, { access }]) => access === 'public' && !(name in known))
    .map(([name]) => name);
};

const pagesOf = (slug: string): string[] => [
  `/run/f/${encodeURIComponent(slug)}`,
  '/virtual-run',
  '/sitemap.xml',
];

/** Pages as a search engine reads them, with their headers. */
const readPage = async ({ url }: Fixture, from: string): Promise<Answer> => {
  const response = await fetch(url + from);
  return { from, text: JSON.stringify([...response.headers]) + (await response.text()) };
};

/** All public answers about a page, to a caller without a login or private link. */
export const walkAnswers = async (fixture: Fixture, address: PageAddress): Promise<Answer[]> => {
  const answers: Answer[] = [];
  for (const [name, { path, body }] of Object.entries(requestsOf(address))) {
    // `Object.entries` loses the names
    const endpoint = virtualRunApi[name as EndpointName];
    const answer = await request(`${fixture.api}${path}`, {
      method: endpoint.method,
      ...(body ? { body } : {}),
    });
    answers.push({ from: name, text: JSON.stringify(answer) });
  }
  for (const path of pagesOf(address.slug)) answers.push(await readPage(fixture, path));
  return answers;
};

/** Where a page or one of its words can still be read. */
export const tracesOf = async (fixture: Fixture, slug: string, word: string): Promise<string[]> => {
  const page = `${fixture.api}/virtual-run/f/${encodeURIComponent(slug)}`;
  const [shown, donors, listed, html, map] = await Promise.all([
    request(page),
    request(`${page}/donors`),
    request(`${fixture.api}/virtual-run/pages`),
    readPage(fixture, `/run/f/${encodeURIComponent(slug)}`),
    readPage(fixture, '/sitemap.xml'),
  ]);
  const traces: Record<string, boolean> = {
    'its answer': shown.status !== 404,
    'its donors': donors.status !== 404,
    'the list': JSON.stringify(listed.body).includes(word),
    'its page': html.text.includes(word),
    'the site map': map.text.includes(slug),
  };
  return Object.keys(traces).filter((name) => traces[name]);
};
