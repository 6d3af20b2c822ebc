import { startTestServer, TEST_INTERNAL_SECRET } from '@satrangi/chassis/testing';
import { type ErasingService, envName, erasingServices } from '@satrangi/contracts';
import { expect } from 'vitest';
import type { NEXT_CHECK_AT } from '../src/accounts/accounts.rules.ts';
import { HOUR_MS, openFixture } from './fixture.ts';

type Holding = 'nothing' | 'owns' | 'no-response' | 'error' | 'invalid-response';

/** One HTTP server in place of all erasing services. `holdings` decides each response; `queries` records the requests. */
const openServices = async () => {
  const holdings = Object.fromEntries(erasingServices.map((name) => [name, 'nothing'])) as Record<
    ErasingService,
    Holding
  >;
  const queries: { service: string; userId: string; tokenVersion: number }[] = [];
  const hooks = { onQuery: async (): Promise<void> => {} };
  const server = await startTestServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://services');
    const [, , service = '', , userId = ''] = pathname.split('/');
    queries.push({ service, userId, tokenVersion: Number(searchParams.get('tokenVersion')) });
    await hooks.onQuery();
    const holding = holdings[service as ErasingService];
    const isTrusted = request.headers['x-internal-secret'] === TEST_INTERNAL_SECRET;
    if (holding === 'no-response') return;
    response.setHeader('content-type', 'application/json');
    response.statusCode = holding === 'error' || !isTrusted ? 503 : 200;
    response.end(JSON.stringify(holding === 'invalid-response' ? {} : { owns: holding === 'owns' }));
  });
  return {
    ...server,
    holdings,
    queries,
    hooks,
    env: Object.fromEntries(erasingServices.map((name) => [envName(name, 'URL'), server.url])),
  };
};

export type StoredAccount = {
  _id: string;
  email?: string;
  erasure?: object;
  unproved?: { [NEXT_CHECK_AT]: Date; closing?: object; tries: number };
};

/** Identity with its providers, and with the services that it queries for holdings. */
export const openUnprovedFixture = async (env: Record<string, string> = {}) => {
  const stack = new AsyncDisposableStack();
  const services = stack.use(await openServices());
  const identity = stack.use(await openFixture({ ...services.env, ...env }));
  const accounts = identity.storedAccounts<StoredAccount>();
  const sweep = () => identity.service.runJob('sweep-unproved');
  return {
    identity,
    services,
    accounts,
    sweep,
    stored: (userId: string) => accounts.findOne({ _id: userId }),
    isErased: async (userId: string): Promise<boolean> =>
      (await accounts.findOne({ _id: userId }))?.erasure !== undefined,
    /** Advances the clock in steps of half a day, with a sweep after each. */
    advanceDays: async (days: number): Promise<void> => {
      for (let hours = 0; hours < days * 24; hours += 12) {
        identity.service.clock.advance(12 * HOUR_MS);
        await sweep();
        await identity.service.runWork();
      }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
};
export type UnprovedFixture = Awaited<ReturnType<typeof openUnprovedFixture>>;

/** Advances to the first query: no service holds anything, all sessions have ended, the second query is an hour away. */
export const advanceToClosing = async (fixture: UnprovedFixture, userId: string): Promise<void> => {
  await fixture.advanceDays(14);
  expect((await fixture.stored(userId))?.unproved?.closing).toBeDefined();
};
export const runSecondQuery = async ({ identity, sweep }: UnprovedFixture): Promise<void> => {
  identity.service.clock.advance(HOUR_MS + 60_000);
  await sweep();
};
