import { createHash } from 'node:crypto';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseName, type Endpoint, gatewayApi, services } from '@satrangi/contracts';
import { serviceDatabases } from '@satrangi/start';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fittingInput, hostile, spoiled } from './support/arbitrary-json.ts';
import { ask, type Question, type Reply } from './support/ask.ts';
import { type House, openHouse, type Person } from './support/house.ts';

const REQUESTS = process.env.SIZE === 'nightly' ? 12_000 : 2_400;
const AT_ONCE = 8;
const LOOK_EVERY_MS = 250;
const LOOKS_MOST = 40;
const SEED = Number(process.env.FUZZ_SEED ?? 20_260_401);

let house: House;
let reader: Person;
beforeAll(async () => {
  house = await openHouse();
  reader = await house.newReader();
});
afterAll(() => house?.[Symbol.asyncDispose]());

/** Whoever asks here right has no session afterwards: asked last, so that everything else is asked by somebody. */
const endsSessions = new Set<string>(['/users/logout', '/users/logout-everywhere', '/users/delete']);

const endpoints: readonly Endpoint[] = [
  ...Object.values(services).flatMap(({ api }) => Object.values(api) as Endpoint[]),
  ...(Object.values(gatewayApi) as Endpoint[]),
]
  .filter(({ access, kind }) => access !== 'service' && kind !== 'live')
  .toSorted((a, b) => Number(endsSessions.has(a.path)) - Number(endsSessions.has(b.path)));

type Shot = { readonly url: string; readonly question: Question };

const inAddress = (value: unknown): string =>
  encodeURIComponent(
    (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 2_000).toWellFormed(),
  );

/** An id that exists, one that might, or something else altogether. */
const anyId = (): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...Object.values(house.books)) },
    { weight: 1, arbitrary: fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/) },
    { weight: 1, arbitrary: hostile },
  );

/** Requests to one endpoint: some right, more of them wrong in one thing, some nothing but noise. */
const shotsAt = (endpoint: Endpoint): fc.Arbitrary<Shot> => {
  const { method, path, kind, body, query } = endpoint;
  const json = body
    ? fc.oneof(fittingInput(body), spoiled(fittingInput(body)), hostile)
    : fc.constant(undefined);
  const asked = query ? fc.oneof(fittingInput(query), spoiled(fittingInput(query))) : fc.constant({});
  const token = fc.constantFrom(
    undefined,
    reader.token,
    house.admin.token,
    'not.a.token',
    `${reader.token}x`,
  );
  return fc.record({ id: anyId(), json, asked, token, noise: fc.string({ unit: 'binary' }) }).map((drawn) => {
    const search = Object.entries(drawn.asked ?? {})
      .map(([name, value]) => `${inAddress(name)}=${inAddress(value)}`)
      .join('&');
    const url = `${house.api}${path.replace(/:\w+/g, () => inAddress(drawn.id) || '-')}${search ? `?${search.slice(0, 6_000)}` : ''}`;
    const raw = kind === 'raw' || kind === 'upload' ? drawn.noise : undefined;
    return {
      url,
      question: {
        method,
        ...(drawn.token === undefined ? {} : { token: drawn.token }),
        ...(raw === undefined || method === 'GET'
          ? {}
          : { raw, headers: { 'content-type': 'application/json' } }),
        ...(drawn.json === undefined || raw !== undefined || method === 'GET' ? {} : { json: drawn.json }),
      },
    };
  });
};

/** Traces of the inside of the house: stacks, paths, addresses of stores and services, tokens, driver errors. */
const inside =
  /\bat .+[\\/].+:\d+:\d+|node_modules|file:\/\/|mongodb(\+srv)?:\/\/|Mongo[A-Z]\w+Error|amqp:|redis:|ECONN|E11000|ZodError|eyJ[\w-]{10,}\./;

const faultsOf = (reply: Reply, endpoint: Endpoint): string[] => {
  const isAnswer = reply.status < 400;
  const isStream = endpoint.kind === 'stream' && isAnswer;
  const isEmpty = reply.status === 204 || reply.status === 304;
  const ports = Object.values(house.services).map((url) => new URL(url).port);
  return [
    ...(reply.status >= 500 ? [`answers ${reply.status}`] : []),
    ...(!isStream && !isEmpty && !reply.type.includes('json') ? [`is ${reply.type || 'untyped'}`] : []),
    ...(!isStream && !isEmpty && reply.json === undefined ? ['is not JSON'] : []),
    ...(!isAnswer && inside.test(reply.text) ? ['shows the inside'] : []),
    ...(!isAnswer && ports.some((port) => reply.text.includes(`:${port}`)) ? ['names a service'] : []),
    ...(!isAnswer && reply.error === undefined ? ['has no sentence'] : []),
  ];
};

/** Bookkeeping that goes on by itself, or that refusals are meant to change: counted attempts, leases, looks. */
const passing = new Set(['login-attempts', 'work']);
const passingFields = new Set(['lookAt', 'outbox', 'outboxDue', 'outboxTries', 'starting', 'applied']);

const fingerprint = async (): Promise<string> => {
  const hash = createHash('sha256');
  for (const { db, collections } of await serviceDatabases(house.mongo))
    for (const name of collections.toSorted().filter((each) => !passing.has(each)))
      for await (const row of db.collection(name).find({}).sort({ _id: 1 }))
        hash.update(
          JSON.stringify(row, (field, value: unknown) => (passingFields.has(field) ? undefined : value)),
        );
  return hash.digest('hex');
};

/** What is kept once everybody has heard what was said so far: facts of earlier requests may still be on their way. */
const settled = async (): Promise<string> => {
  let seen = await fingerprint();
  for (let looks = 0; looks < LOOKS_MOST; looks += 1) {
    await sleep(LOOK_EVERY_MS);
    const now = await fingerprint();
    if (now === seen) return now;
    seen = now;
  }
  return seen;
};

const fire = async (shots: readonly Shot[]): Promise<Reply[]> => {
  const replies: Reply[] = [];
  const queue = shots.entries();
  const lane = async (): Promise<void> => {
    for (const [n, { url, question }] of queue) replies[n] = await ask(url, question);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return replies;
};

it(`${REQUESTS} requests made from the contracts, right and wrong, get calm JSON answers and change nothing they may not`, async () => {
  const perEndpoint = Math.ceil(REQUESTS / endpoints.length);
  const faults: string[] = [];
  let fired = 0;
  let refused = 0;
  let compared = 0;
  let written = 0;
  const statuses = new Map<number, number>();
  for (const endpoint of endpoints) {
    const before = await settled();
    const shots = fc.sample(shotsAt(endpoint), { numRuns: perEndpoint, seed: SEED });
    const replies = await fire(shots);
    fired += replies.length;
    for (const { status } of replies) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    refused += replies.filter(({ status }) => status >= 400).length;
    for (const [n, reply] of replies.entries())
      for (const fault of faultsOf(reply, endpoint))
        faults.push(
          `${endpoint.method} ${endpoint.path} ${fault}: ${JSON.stringify(shots[n]).slice(0, 400)} -> ${reply.text.slice(0, 200)}`,
        );
    const isWrite = endpoint.method !== 'GET';
    if (isWrite) written += replies.filter(({ status }) => status < 300).length;
    if (!isWrite || replies.every(({ status }) => status >= 400)) {
      compared += 1;
      if ((await settled()) !== before)
        faults.push(`${endpoint.method} ${endpoint.path} refused, and changed something`);
    }
  }

  expect(faults).toEqual([]);
  // Neither all right nor all wrong: requests reach the handlers, and are turned away at each step before them.
  expect([...statuses.keys()].sort()).toEqual(expect.arrayContaining([200, 400, 401, 403, 404]));
  expect(fired).toBeGreaterThanOrEqual(REQUESTS);
  expect(refused).toBeGreaterThan(fired / 3);
  expect(written).toBeGreaterThan(10);
  expect(compared).toBeGreaterThan(endpoints.length / 2);
}, 600_000);

it('what must never be shown would be seen', () => {
  const shown = [
    'Error: x\n    at handle (/srv/app/src/x.ts:10:5)',
    'connect ECONNREFUSED 127.0.0.1:4001',
    'MongoServerError: E11000 duplicate key',
    `token ${reader.token}`,
  ];

  expect(shown.filter((text) => !inside.test(text))).toEqual([]);
});

it('nobody became an editor, and the site still works', async () => {
  const admins = await house.mongo
    .db(databaseName('identity'))
    .collection('accounts')
    .countDocuments({ role: 'ADMIN' });
  const shelf = await ask(`${house.api}/ebooks`);

  expect([admins, shelf.status]).toEqual([1, 200]);
});
