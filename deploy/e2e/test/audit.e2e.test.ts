/** Every write and every export of an admin stands in the audit log once, with how it ended, and without what was sent (ADM-47, P80). */

import { isDeepStrictEqual } from 'node:util';
import { databaseName, type Endpoint, type ServiceName, serviceNames, services } from '@satrangi/contracts';
import { poll } from '@satrangi/start';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { validInput } from './support/arbitrary-json.ts';
import { httpRequest } from './support/http-request.ts';
import { usePlatform } from './support/opened.ts';

const platform = usePlatform();
const PER_ENDPOINT = 3;
const SEED = 20_261_125;
const CANARY = 'canary of a private word';

type Write = { readonly service: ServiceName; readonly name: string; readonly endpoint: Endpoint };
const writes: readonly Write[] = serviceNames.flatMap((service) =>
  // a union of apis has no common names
  Object.entries(services[service].api as Record<string, Endpoint>)
    .map(([name, endpoint]) => ({ service, name, endpoint }))
    .filter(({ endpoint }) => endpoint.access === 'admin' && (endpoint.method !== 'GET' || endpoint.audited)),
);

type Input = { readonly params: unknown; readonly query: unknown; readonly body: unknown };

const isValid = ({ params, query, body }: Endpoint, input: Input): boolean =>
  (!params || params.safeParse(input.params).success) &&
  (!query || query.safeParse(input.query).success) &&
  (!body || body.safeParse(input.body).success);

/** The same body with the canary in each text that may be any text. */
const withCanary = (endpoint: Endpoint, input: Input): Input => {
  if (typeof input.body !== 'object' || input.body === null || Array.isArray(input.body)) return input;
  let body: Record<string, unknown> = { ...input.body };
  for (const [field, value] of Object.entries(body)) {
    const tried = { ...body, [field]: CANARY };
    if (typeof value === 'string' && isValid(endpoint, { ...input, body: tried })) body = tried;
  }
  return { ...input, body };
};

/** Values of fields whose rules the generator does not know. */
const knownValues: Readonly<Record<string, unknown>> = {
  email: 'somebody@platform.example',
  mediaType: 'ebook',
};

/** The same body with fields that break a rule replaced by known values, or left out. */
const mended = ({ body: schema }: Endpoint, body: unknown): unknown => {
  const issues = schema?.safeParse(body).error?.issues ?? [];
  if (issues.length === 0 || typeof body !== 'object' || body === null) return body;
  const wrong = new Set(issues.map(({ path: [field] }) => String(field)));
  const kept = Object.entries(body).filter(([field]) => !wrong.has(field));
  const known = Object.entries(knownValues).filter(([field]) => wrong.has(field));
  return Object.fromEntries([...kept, ...known]);
};

/** Inputs that match the contract, and one that does not where the endpoint takes a body. */
const inputsOf = (endpoint: Endpoint): Input[] => {
  const arbitrary = (schema: Endpoint['body']) => (schema ? validInput(schema) : fc.constant(undefined));
  const samples = fc.sample(
    fc.record({
      params: arbitrary(endpoint.params),
      query: arbitrary(endpoint.query),
      body: arbitrary(endpoint.body),
    }),
    { numRuns: 300, seed: SEED },
  );
  const valid = samples
    .map((input) => ({ ...input, body: mended(endpoint, input.body) }))
    .filter((input) => isValid(endpoint, input))
    .slice(0, PER_ENDPOINT);
  const wrong = endpoint.body && valid[0] ? [{ ...valid[0], body: [CANARY] }] : [];
  return [...valid.map((input) => withCanary(endpoint, input)), ...wrong];
};

const send = async ({ endpoint }: Write, { params, query, body }: Input) => {
  const { method, path, files } = endpoint;
  // an input that was built from the contract has an object there
  const values = (params ?? {}) as Record<string, unknown>;
  const address = path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(String(values[name])));
  const search = new URLSearchParams(
    Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const options = { method, token: platform.admin.token };
  const url = `${platform.api}${address}?${search}`;
  if (!files) return httpRequest(url, { ...options, ...(body === undefined ? {} : { json: body }) });
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) form.append(name, String(value));
  for (const name of files) form.append(name, new Blob([CANARY]), `${CANARY}.pdf`);
  const encoded = new Response(form);
  return httpRequest(url, {
    ...options,
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    raw: new Uint8Array(await encoded.arrayBuffer()),
  });
};

/** A form has fields with names, whatever it was made of. */
const asSent = ({ files }: Endpoint, input: Input): Input =>
  files ? { ...input, body: { ...(input.body ?? {}) } } : input;

type Line = { call: string; by: string; outcome: string; requestId: string };
const readLog = async (): Promise<Line[]> => {
  const lines: Line[] = [];
  for (let page = 1; ; page += 1) {
    const { json } = await httpRequest(`${platform.api}/admin/audit?page=${page}`, {
      token: platform.admin.token,
    });
    // the answer of this endpoint by its contract
    const { items, total } = json as { items: Line[]; total: number };
    lines.push(...items);
    if (items.length === 0 || lines.length >= total) return lines;
  }
};

const outcomeOf = (status: number): string => {
  if (status < 400) return 'done';
  return status < 500 ? 'refused' : 'failed';
};

it('every write and every export of an admin, done or refused, has one line in the audit log (ADM-47, P80)', async () => {
  const expected: Line[] = [];
  const refusedBefore: string[] = [];
  const planned = writes.map((write) => ({ write, inputs: inputsOf(write.endpoint) }));
  expect(planned.filter(({ inputs }) => inputs.length === 0).map(({ write }) => write.name)).toEqual([]);
  for (const { write, inputs } of planned) {
    for (const input of inputs) {
      const { status, headers } = await send(write, input);
      const requestId = headers.get('x-request-id') ?? '';
      const call = `${write.service}.${write.name}`;
      if (isValid(write.endpoint, asSent(write.endpoint, input)))
        expected.push({ call, by: platform.admin.userId, outcome: outcomeOf(status), requestId });
      else refusedBefore.push(requestId);
    }
  }
  const order = (lines: readonly Line[]): string[] =>
    lines.map(({ call, by, outcome, requestId }) => `${requestId} ${call} ${by} ${outcome}`).sort();

  // lines of the set-up may still arrive
  const sent = new Set([...expected.map(({ requestId }) => requestId), ...refusedBefore]);
  const readSent = async () => (await readLog()).filter(({ requestId }) => sent.has(requestId));
  // a line that arrives between two pages moves the others: one of them is read twice then, and another one not
  let log: Line[] = [];
  await poll(async () => {
    log = await readSent();
    return isDeepStrictEqual(order(log), order(expected));
  }, 60_000);

  expect(order(log)).toEqual(order(expected));
  expect(log.filter(({ requestId }) => refusedBefore.includes(requestId))).toEqual([]);
  expect(new Set(expected.map(({ outcome }) => outcome)).has('done')).toBe(true);
  const stored = await Promise.all([
    ...serviceNames.map((service) =>
      platform.mongo.db(databaseName(service)).collection('acts').find().toArray(),
    ),
    platform.mongo.db(databaseName('analytics-usage')).collection('audit').find().toArray(),
  ]);
  expect(stored.flat().length).toBeGreaterThanOrEqual(expected.length);
  expect(JSON.stringify(stored)).not.toContain(CANARY);
});
