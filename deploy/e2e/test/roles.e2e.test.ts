import { type Endpoint, gatewayApi, services } from '@satrangi/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask, type Reply } from './support/ask.ts';
import { type House, openHouse, type Person } from './support/house.ts';
import { openPrincipals, type Principal, type Principals, principals } from './support/principals.ts';

const AT_ONCE = 6;

let house: House;
let people: Principals;
let owner: Person;
let orderId: string;
beforeAll(async () => {
  house = await openHouse();
  people = await openPrincipals(house);
  owner = await house.newReader();
  const { json } = await ask(`${house.api}/payments/create`, {
    token: owner.token,
    json: { items: [{ media: house.books.cheap }], country: 'US' },
  });
  orderId = (json as { orderId: string }).orderId;
});
afterAll(() => house?.[Symbol.asyncDispose]());

type Door = { readonly service: string; readonly name: string; readonly endpoint: Endpoint };
/** Every call of every contract that the world may make: a new one stands in the table as soon as it is written. */
const doors: readonly Door[] = [...Object.entries(services), ['gateway', { api: gatewayApi }] as const]
  .flatMap(([service, { api }]) =>
    Object.entries(api as Record<string, Endpoint>).map(([name, endpoint]) => ({ service, name, endpoint })),
  )
  .filter(({ endpoint: { access, kind } }) => access !== 'service' && kind !== 'live');

const bearer = (token: string | undefined) => (token === undefined ? {} : { token });

/** What there really is stands in the address where its name says what it is; a name nobody has, elsewhere. */
const addressOf = ({ endpoint: { path } }: Door): string =>
  house.api +
  path.replace(/:(\w+)/g, (_all, name: string) => {
    if (name === 'orderId') return orderId;
    return name === 'mediaId' ? house.books.cheap : 'some-id';
  });

const knock = (door: Door, token: string | undefined): Promise<Reply> => {
  const { method } = door.endpoint;
  return ask(addressOf(door), {
    method,
    ...bearer(token),
    ...(method === 'GET' || method === 'DELETE' ? {} : { json: {} }),
  });
};

type Met = { readonly door: Door; readonly reply: Reply };
/** What asks only is asked side by side; what may end the caller's own session, one after the other. */
const knockAll = async (who: Principal): Promise<Met[]> => {
  const met: Met[] = [];
  const waiting = doors.filter(({ endpoint }) => endpoint.method === 'GET');
  const visit = async (): Promise<void> => {
    for (let door = waiting.shift(); door; door = waiting.shift())
      met.push({ door, reply: await knock(door, people.tokenOf(who)) });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, visit));
  for (const door of doors.filter(({ endpoint }) => endpoint.method !== 'GET')) {
    met.push({ door, reply: await knock(door, people.tokenOf(who)) });
    await people.renew(who);
  }
  return met;
};

type Verdict = 'let in' | 'sign in first' | 'not for you' | 'broken';
/** A door that opens may still answer that there is nothing, or that the caller has to buy it first. */
const verdictOf = ({ status, error }: Reply): Verdict => {
  if (status >= 500 && status !== 503) return 'broken';
  if (status === 401) return 'sign in first';
  return status === 403 && error === 'Forbidden' ? 'not for you' : 'let in';
};

/** The declared table: what each kind of caller meets at each kind of door. Public doors are the next test's. */
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
  const known = answers.get(who) ?? (await knockAll(who));
  answers.set(who, known);
  return known;
};

it('the contracts name doors of each kind', () => {
  for (const access of ['public', 'user', 'admin'] as const)
    expect(doors.filter(({ endpoint }) => endpoint.access === access).length).toBeGreaterThan(10);
});

it.each(principals)('%s meets at every door what its contract declares (P36, S6)', async (who) => {
  const guarded = (await answersTo(who)).filter(({ door }) => door.endpoint.access !== 'public');

  const surprises = guarded.flatMap(({ door: { service, name, endpoint }, reply }) => {
    const wanted = declared[endpoint.access as 'user' | 'admin'][who];
    const met = verdictOf(reply);
    return met === wanted ? [] : [`${service}.${name}: ${met} (${reply.status}), declared ${wanted}`];
  });

  expect(surprises).toEqual([]);
});

it.each(['deleted user', 'demoted admin', 'forged'] as const)(
  'for %s a public door is what it is for a visitor: the login counts as none (P36, S3)',
  async (who) => {
    const visitors = new Map((await answersTo('none')).map(({ door, reply }) => [door, reply.status]));

    const differences = (await answersTo(who)).flatMap(({ door, reply }) =>
      door.endpoint.access !== 'public' || reply.status === visitors.get(door)
        ? []
        : [`${door.service}.${door.name}: ${reply.status}, visitors ${visitors.get(door)}`],
    );

    expect(differences).toEqual([]);
  },
);

it('no public door answers "Forbidden" or breaks, whoever comes (P36)', async () => {
  for (const who of principals) {
    const wrong = (await answersTo(who)).filter(
      ({ door, reply }) =>
        door.endpoint.access === 'public' && ['broken', 'not for you'].includes(verdictOf(reply)),
    );
    expect(wrong.map(({ door, reply }) => `${who}: ${door.name} ${reply.status}`)).toEqual([]);
  }
});

it('what depends on the caller is kept by no shared cache, whoever asks and however it is answered (CAT-49)', async () => {
  for (const who of principals) {
    const storable = (await answersTo(who)).filter(({ door: { endpoint }, reply }) => {
      const { access, method, personal, ticket } = endpoint;
      const isForAnyone = access === 'public' && method === 'GET' && !personal && !ticket;
      return !isForAnyone && !/\b(no-store|private)\b/.test(reply.headers.get('cache-control') ?? '');
    });
    expect(storable.map(({ door, reply }) => `${who}: ${door.name} ${reply.status}`)).toEqual([]);
  }
});

it('what is one reader’s answers another as if it did not exist (S7, P36)', async () => {
  const own = doors.filter(({ endpoint: { path, method } }) => path.includes(':orderId') && method === 'GET');
  const statusesFor = (token: string | undefined) =>
    Promise.all(own.map(async (door) => (await knock(door, token)).status));

  const mine = await statusesFor(owner.token);
  const theirs = await statusesFor(people.tokenOf('other user'));
  const nobodys = await statusesFor(undefined);

  expect(own.length).toBeGreaterThan(0);
  expect(mine).toContain(200);
  expect(theirs.filter((status) => status < 400)).toEqual([]);
  expect(nobodys.filter((status) => status < 400)).toEqual([]);
});
