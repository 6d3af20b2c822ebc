import { type Endpoint, gatewayApi, services } from '@satrangi/contracts';
import { beforeAll, expect, it } from 'vitest';
import { httpRequest, type Reply } from './support/http-request.ts';
import { usePlatform } from './support/opened.ts';
import type { Person } from './support/platform-fixture.ts';
import { createPrincipals, type Principal, type Principals, principals } from './support/principals.ts';

const AT_ONCE = 6;

const platform = usePlatform();
let userCount: Principals;
let owner: Person;
let orderId: string;
beforeAll(async () => {
  userCount = await createPrincipals(platform);
  owner = await platform.newReader();
  const { json } = await httpRequest(`${platform.api}/payments/create`, {
    token: owner.token,
    json: { items: [{ media: platform.books.cheap }], country: 'US' },
  });
  orderId = (json as { orderId: string }).orderId;
});

type Route = { readonly service: string; readonly name: string; readonly endpoint: Endpoint };
/** Every public endpoint of every contract; new endpoints are included automatically. */
const routes: readonly Route[] = [...Object.entries(services), ['gateway', { api: gatewayApi }] as const]
  .flatMap(([service, { api }]) =>
    Object.entries(api as Record<string, Endpoint>).map(([name, endpoint]) => ({ service, name, endpoint })),
  )
  .filter(({ endpoint: { access, kind } }) => access !== 'service' && kind !== 'live');

const bearer = (token: string | undefined) => (token === undefined ? {} : { token });

/** Path parameters: existing ids where the name implies the kind, else an unused one. */
const addressOf = ({ endpoint: { path } }: Route): string =>
  platform.api +
  path.replace(/:(\w+)/g, (_all, name: string) => {
    if (name === 'orderId') return orderId;
    return name === 'mediaId' ? platform.books.cheap : 'some-id';
  });

const callRoute = (route: Route, token: string | undefined): Promise<Reply> => {
  const { method } = route.endpoint;
  return httpRequest(addressOf(route), {
    method,
    ...bearer(token),
    ...(method === 'GET' || method === 'DELETE' ? {} : { json: {} }),
  });
};

type Met = { readonly route: Route; readonly reply: Reply };
/** Reads run in parallel; endpoints that may end the caller's session run in order. */
const callRoutes = async (who: Principal): Promise<Met[]> => {
  const met: Met[] = [];
  const waiting = routes.filter(({ endpoint }) => endpoint.method === 'GET');
  const visit = async (): Promise<void> => {
    for (let route = waiting.shift(); route; route = waiting.shift())
      met.push({ route, reply: await callRoute(route, userCount.tokenOf(who)) });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, visit));
  for (const route of routes.filter(({ endpoint }) => endpoint.method !== 'GET')) {
    met.push({ route, reply: await callRoute(route, userCount.tokenOf(who)) });
    await userCount.renew(who);
  }
  return met;
};

type Verdict = 'let in' | 'sign in first' | 'not for you' | 'broken';
/** An authorized request may still be answered not found or not owned. */
const verdictOf = ({ status, error }: Reply): Verdict => {
  if (status >= 500 && status !== 503) return 'broken';
  if (status === 401) return 'sign in first';
  return status === 403 && error === 'Forbidden' ? 'not for you' : 'let in';
};

/** Expected status by caller and access kind. Public routes are in the next test. */
const declared: Readonly<Record<'user' | 'admin', Readonly<Record<Principal, Verdict>>>> = {
  user: {
    none: 'sign in first',
    user: 'let in',
    'other user': 'let in',
    'deleted user': 'sign in first',
    'demoted admin': 'sign in first',
    'demoted admin with a new token': 'let in',
    admin: 'let in',
    forged: 'sign in first',
  },
  admin: {
    none: 'sign in first',
    user: 'not for you',
    'other user': 'not for you',
    'deleted user': 'sign in first',
    'demoted admin': 'sign in first',
    'demoted admin with a new token': 'not for you',
    admin: 'let in',
    forged: 'sign in first',
  },
};

const answers = new Map<Principal, Met[]>();
const answersTo = async (who: Principal): Promise<Met[]> => {
  const known = answers.get(who) ?? (await callRoutes(who));
  answers.set(who, known);
  return known;
};

it('the contracts have routes of each access kind', () => {
  for (const access of ['public', 'user', 'admin'] as const)
    expect(routes.filter(({ endpoint }) => endpoint.access === access).length).toBeGreaterThan(10);
});

it.each(principals)('%s gets the declared access on every route (P36, P83, S6)', async (who) => {
  const guarded = (await answersTo(who)).filter(({ route }) => route.endpoint.access !== 'public');

  const surprises = guarded.flatMap(({ route: { service, name, endpoint }, reply }) => {
    const wanted = declared[endpoint.access as 'user' | 'admin'][who];
    const met = verdictOf(reply);
    return met === wanted ? [] : [`${service}.${name}: ${met} (${reply.status}), declared ${wanted}`];
  });

  expect(surprises).toEqual([]);
});

it.each(['deleted user', 'demoted admin', 'forged'] as const)(
  '%s gets the response of a visitor on public routes (P36, S3)',
  async (who) => {
    const visitors = new Map((await answersTo('none')).map(({ route, reply }) => [route, reply.status]));

    const differences = (await answersTo(who)).flatMap(({ route, reply }) =>
      route.endpoint.access !== 'public' || reply.status === visitors.get(route)
        ? []
        : [`${route.service}.${route.name}: ${reply.status}, visitors ${visitors.get(route)}`],
    );

    expect(differences).toEqual([]);
  },
);

it('no public route answers 403 or 5xx to any caller (P36)', async () => {
  for (const who of principals) {
    const wrong = (await answersTo(who)).filter(
      ({ route, reply }) =>
        route.endpoint.access === 'public' && ['broken', 'not for you'].includes(verdictOf(reply)),
    );
    expect(wrong.map(({ route, reply }) => `${who}: ${route.name} ${reply.status}`)).toEqual([]);
  }
});

it('responses that depend on the caller are never cacheable by shared caches (CAT-49)', async () => {
  for (const who of principals) {
    const storable = (await answersTo(who)).filter(({ route: { endpoint }, reply }) => {
      const { access, method, personal, ticket, uncachedQuery } = endpoint;
      // these calls have no query: with one of `uncachedQuery` the response would depend on the caller
      const isShared = !personal || uncachedQuery !== undefined;
      const isForAnyone = access === 'public' && method === 'GET' && isShared && !ticket;
      return !isForAnyone && !/\b(no-store|private)\b/.test(reply.headers.get('cache-control') ?? '');
    });
    expect(storable.map(({ route, reply }) => `${who}: ${route.name} ${reply.status}`)).toEqual([]);
  }
});

it('resources of another reader answer 404 (S7, P36)', async () => {
  const own = routes.filter(
    ({ endpoint: { path, method } }) => path.includes(':orderId') && method === 'GET',
  );
  const statusesFor = (token: string | undefined) =>
    Promise.all(own.map(async (route) => (await callRoute(route, token)).status));

  const mine = await statusesFor(owner.token);
  const theirs = await statusesFor(userCount.tokenOf('other user'));
  const anonymous = await statusesFor(undefined);

  expect(own.length).toBeGreaterThan(0);
  expect(mine).toContain(200);
  expect(theirs.filter((status) => status < 400)).toEqual([]);
  expect(anonymous.filter((status) => status < 400)).toEqual([]);
});
