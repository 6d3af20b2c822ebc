import { randomUUID } from 'node:crypto';
import {
  type Client,
  createClient,
  type Registration,
  StartedPayment,
  virtualRunApi,
} from '@satrangi/contracts';
import { anOpenRun } from '@satrangi/contracts/testing';
import { poll } from '@satrangi/start';
import type { Fixture } from '../../fixture.ts';
import { type HttpResult, request, requestWithRetry } from '../../http.ts';
import { without } from '../../mutations/mutation-env.ts';
import type { MutationName } from '../../mutations/mutations.ts';
import type { ProviderPayment } from '../../sandbox-client.ts';

const READY_MS = 60_000;
/** Longer than the kills of a run: a form needs four processes at the same moment. */
const RETRY_MS = 300_000;

export const adminOf = ({ api, adminToken }: Fixture): Client<typeof virtualRunApi> =>
  createClient(virtualRunApi, { baseUrl: api, token: () => adminToken });

export const visitorOf = ({ api }: Pick<Fixture, 'api'>): Client<typeof virtualRunApi> =>
  createClient(virtualRunApi, { baseUrl: api });

/** Sets the dates of the event: ten days around now, with the end of registration. */
export const setRegistrationEnd = async (fixture: Fixture, endsAt: number): Promise<void> => {
  await adminOf(fixture).saveEvent({ body: anOpenRun('Run of the fault run', endsAt) });
};
export const openRegistration = async (fixture: Fixture): Promise<void> => {
  await adminOf(fixture).saveEvent({ body: anOpenRun('Run of the fault run') });
};

/** A request of a visitor that is repeated while processes are killed. */
export const post = (
  { api }: Fixture,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<HttpResult> => requestWithRetry(`${api}${path}`, { method: 'POST', body, headers }, RETRY_MS);

/** Creates an order without a login. @throws Error when it is refused */
export const createOrder = async (fixture: Fixture, body: object): Promise<StartedPayment> => {
  const response = await post(fixture, '/payments/create', body, { 'idempotency-key': randomUUID() });
  if (response.status !== 200)
    throw new Error(`create answers ${response.status}: ${JSON.stringify(response.body)?.slice(0, 200)}`);
  return StartedPayment.parse(response.body);
};

/** The rows of these orders in the books of the providers. */
export const bookRows = async (fixture: Fixture, orderIds: ReadonlySet<string>): Promise<ProviderPayment[]> =>
  (await fixture.sandbox.payments()).filter(({ orderId }) => orderIds.has(orderId));

/** Registrations whose mail address begins so, of all pages. */
export const registrationsOf = async (fixture: Fixture, prefix: string): Promise<Registration[]> => {
  const run = adminOf(fixture);
  const registrations = new Map<string, Registration>();
  for (let page = 1; ; page += 1) {
    const { results, total } = await run.listRegistrations({ query: { q: prefix, page } });
    for (const registration of results) registrations.set(registration._id, registration);
    if (results.length === 0 || registrations.size >= total) return [...registrations.values()];
  }
};

/** Restarts virtual-run without these safety parts, and waits until it answers through the gateway. */
export const restartRun = async (fixture: Fixture, ...removed: readonly MutationName[]): Promise<void> => {
  await fixture.crash('virtual-run', without(...removed));
  await fixture.ready();
  const url = `${fixture.api}/virtual-run/registrations?pageSize=1`;
  const isReady = await poll(
    async () => (await request(url, { token: fixture.adminToken })).status === 200,
    READY_MS,
  );
  if (!isReady) throw new Error('virtual-run does not answer through the gateway');
};
