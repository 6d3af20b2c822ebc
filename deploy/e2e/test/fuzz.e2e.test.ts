import { createHash } from 'node:crypto';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseName, type Endpoint, gatewayApi, services } from '@satrangi/contracts';
import { serviceDatabases } from '@satrangi/start';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { corrupted, hostile, validInput } from './support/arbitrary-json.ts';
import { type HttpRequest, httpRequest, type Reply } from './support/http-request.ts';
import { isNightly } from './support/looks.ts';
import { usePlatform } from './support/opened.ts';
import type { Person } from './support/platform-fixture.ts';

const REQUESTS = isNightly ? 12_000 : 2_400;
const AT_ONCE = 8;
const LOOK_EVERY_MS = 250;
const LOOKS_MOST = 40;
const SEED = Number(process.env.FUZZ_SEED ?? 20_260_401);

const platform = usePlatform();
let reader: Person;
beforeAll(async () => {
  reader = await platform.newReader();
});

/** Endpoints that end the session of the caller: called last. */
const endsSessions = new Set<string>(['/users/logout', '/users/logout-everywhere', '/users/delete']);

const endpoints: readonly Endpoint[] = [
  ...Object.values(services).flatMap(({ api }) => Object.values(api) as Endpoint[]),
  ...(Object.values(gatewayApi) as Endpoint[]),
]
  .filter(({ access, kind }) => access !== 'service' && kind !== 'live')
  .toSorted((a, b) => Number(endsSessions.has(a.path)) - Number(endsSessions.has(b.path)));

type Shot = { readonly url: string; readonly options: HttpRequest };

const inAddress = (value: unknown): string =>
  encodeURIComponent(
    (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 2_000).toWellFormed(),
  );

/** An existing id, a well-formed one, or an arbitrary value. */
const anyId = (): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...Object.values(platform.books)) },
    { weight: 1, arbitrary: fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/) },
    { weight: 1, arbitrary: hostile },
  );

/** Requests to one endpoint: some valid, most with one mutation, some random. */
const shotsAt = (endpoint: Endpoint): fc.Arbitrary<Shot> => {
  const { method, path, kind, body, query } = endpoint;
  const json = body
    ? fc.oneof(validInput(body), corrupted(validInput(body)), hostile)
    : fc.constant(undefined);
  const requested = query ? fc.oneof(validInput(query), corrupted(validInput(query))) : fc.constant({});
  const token = fc.constantFrom(
    undefined,
    reader.token,
    platform.admin.token,
    'not.a.token',
    `${reader.token}x`,
  );
  return fc
    .record({ id: anyId(), json, requested, token, noise: fc.string({ unit: 'binary' }) })
    .map((input) => {
      const search = Object.entries(input.requested ?? {})
        .map(([name, value]) => `${inAddress(name)}=${inAddress(value)}`)
        .join('&');
      const url = `${platform.api}${path.replace(/:\w+/g, () => inAddress(input.id) || '-')}${search ? `?${search.slice(0, 6_000)}` : ''}`;
      const raw = kind === 'raw' || kind === 'upload' ? input.noise : undefined;
      return {
        url,
        options: {
          method,
          ...(input.token === undefined ? {} : { token: input.token }),
          ...(raw === undefined || method === 'GET'
            ? {}
            : { raw, headers: { 'content-type': 'application/json' } }),
          ...(input.json === undefined || raw !== undefined || method === 'GET' ? {} : { json: input.json }),
        },
      };
    });
};

/** Internal details: stack traces, paths, addresses of stores and services, tokens, driver errors. */
const inside =
  /\bat .+[\\/].+:\d+:\d+|node_modules|file:\/\/|mongodb(\+srv)?:\/\/|Mongo[A-Z]\w+Error|amqp:|redis:|ECONN|E11000|ZodError|eyJ[\w-]{10,}\./;

const faultsOf = (reply: Reply, endpoint: Endpoint): string[] => {
  const isAnswer = reply.status < 400;
  const isStream = endpoint.kind === 'stream' && isAnswer;
  const isEmpty = reply.status === 204 || reply.status === 304;
  const ports = Object.values(platform.services).map((url) => new URL(url).port);
  return [
    ...(reply.status >= 500 ? [`answers ${reply.status}`] : []),
    ...(!isStream && !isEmpty && !reply.type.includes('json') ? [`is ${reply.type || 'untyped'}`] : []),
    ...(!isStream && !isEmpty && reply.json === undefined ? ['is not JSON'] : []),
    ...(!isAnswer && inside.test(reply.text) ? ['shows the inside'] : []),
    ...(!isAnswer && ports.some((port) => reply.text.includes(`:${port}`)) ? ['names a service'] : []),
    ...(!isAnswer && reply.error === undefined ? ['has no sentence'] : []),
  ];
};

/**
 * Collections that change in the background or by refusals: counters, work, leases of jobs, the audit log of admins, and
 * texts of refused saves, which a sweep removes.
 */
const passing = new Set([
  'acts',
  'connection-checks',
  'leases',
  'login-attempts',
  'rate-limits',
  'texts',
  'work',
]);
/** The statistics follow the events of accepted requests, some time after them. */
const isStatistics = (database: string): boolean => database.startsWith(databaseName('analytics-usage'));
const passingFields = new Set(['lookAt', 'outbox', 'outboxDue', 'outboxTries', 'starting', 'applied']);

const fingerprint = async (): Promise<string> => {
  const hash = createHash('sha256');
  for (const { db, collections } of (await serviceDatabases(platform.mongo)).filter(
    (each) => !isStatistics(each.db.databaseName),
  ))
    for (const name of collections.toSorted().filter((each) => !passing.has(each)))
      for await (const row of db.collection(name).find({}).sort({ _id: 1 }))
        hash.update(
          JSON.stringify(row, (field, value: unknown) => (passingFields.has(field) ? undefined : value)),
        );
  return hash.digest('hex');
};

/**
 * A snapshot of all stores after pending events and mails of earlier requests are done.
 * @param before the snapshot before the requests: what differs from it may still change, and is looked at once more
 */
const settled = async (before?: string): Promise<string> => {
  let seen = await fingerprint();
  let equal = 0;
  for (let looks = 0; looks < LOOKS_MOST; looks += 1) {
    await sleep(LOOK_EVERY_MS);
    const now = await fingerprint();
    equal = now === seen ? equal + 1 : 0;
    if (equal > (now === before ? 0 : 1)) return now;
    seen = now;
  }
  return seen;
};

const fire = async (shots: readonly Shot[]): Promise<Reply[]> => {
  const replies: Reply[] = [];
  const queue = shots.entries();
  const worker = async (): Promise<void> => {
    for (const [n, { url, options }] of queue) replies[n] = await httpRequest(url, options);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return replies;
};

/** Endpoints are compared with the stores in groups: a snapshot takes longer than the requests to one endpoint. */
const GROUP = 10;

type Fired = {
  readonly endpoint: Endpoint;
  readonly shots: readonly Shot[];
  readonly replies: readonly Reply[];
};

const fireAt = async (endpoint: Endpoint): Promise<Fired> => {
  const numRuns = Math.ceil(REQUESTS / endpoints.length);
  const shots = fc.sample(shotsAt(endpoint), { numRuns, seed: SEED });
  return { endpoint, shots, replies: await fire(shots) };
};

const faultsIn = ({ endpoint, shots, replies }: Fired): string[] =>
  replies.flatMap((reply, n) =>
    faultsOf(reply, endpoint).map(
      (fault) =>
        `${endpoint.method} ${endpoint.path} ${fault}: ${JSON.stringify(shots[n]).slice(0, 400)} -> ${reply.text.slice(0, 200)}`,
    ),
  );

const isRefusedOrRead = ({ endpoint, replies }: Fired): boolean =>
  endpoint.method === 'GET' || replies.every(({ status }) => status >= 400);

it(`${REQUESTS} generated requests, valid and invalid, get JSON problems without 5xx, and refused ones change nothing`, async () => {
  const faults: string[] = [];
  const all: Fired[] = [];
  let compared = 0;
  let before = await settled();
  const fireGroup = async (group: readonly Endpoint[]): Promise<readonly Endpoint[]> => {
    const fired: Fired[] = [];
    for (const endpoint of group) fired.push(await fireAt(endpoint));
    all.push(...fired);
    faults.push(...fired.flatMap(faultsIn));
    const after = await settled(before);
    const unchanging = fired.filter(isRefusedOrRead).map(({ endpoint }) => endpoint);
    if (unchanging.length === group.length) {
      compared += group.length;
      if (after !== before)
        faults.push(
          `${group.map(({ method, path }) => `${method} ${path}`).join(', ')} refused, and changed something`,
        );
    }
    before = after;
    return unchanging;
  };
  for (let from = 0; from < endpoints.length; from += GROUP) {
    const group = endpoints.slice(from, from + GROUP);
    const unchanging = await fireGroup(group);
    // the same requests again without those that were accepted: these are refused as before
    if (unchanging.length < group.length && unchanging.length > 0) await fireGroup(unchanging);
  }
  const statuses = all.flatMap(({ replies }) => replies.map(({ status }) => status));
  const written = all
    .filter(({ endpoint }) => endpoint.method !== 'GET')
    .flatMap(({ replies }) => replies.filter(({ status }) => status < 300));

  expect(faults).toEqual([]);
  // A mix: requests reach the handlers, and others are refused at each step before them.
  expect([...new Set(statuses)].sort()).toEqual(expect.arrayContaining([200, 400, 401, 403, 404]));
  expect(statuses.length).toBeGreaterThanOrEqual(REQUESTS);
  expect(statuses.filter((status) => status >= 400).length).toBeGreaterThan(statuses.length / 3);
  expect(written.length).toBeGreaterThan(10);
  expect(compared).toBeGreaterThan(endpoints.length / 2);
}, 600_000);

it('the check detects planted internal details', () => {
  const shown = [
    'Error: x\n    at handle (/srv/app/src/x.ts:10:5)',
    'connect ECONNREFUSED 127.0.0.1:4001',
    'MongoServerError: E11000 duplicate key',
    `token ${reader.token}`,
  ];

  expect(shown.filter((text) => !inside.test(text))).toEqual([]);
});

it('no account became an admin, and the site works', async () => {
  const admins = await platform.mongo
    .db(databaseName('identity'))
    .collection('accounts')
    .countDocuments({ role: 'ADMIN' });
  const shelf = await httpRequest(`${platform.api}/ebooks`);

  expect([admins, shelf.status]).toEqual([1, 200]);
});
