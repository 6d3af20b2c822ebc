import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type Endpoint, identityApi, services, UserId } from '@satrangi/contracts';
import { ask } from './ask.ts';
import type { House, Person } from './house.ts';
import { forgeries, signingKeyOf, tokenLike } from './tokens.ts';

/** Every kind of caller a door can meet. Two of them demoted: with the token of then, and one of now that still says ADMIN. */
export const principals = [
  'none',
  'user',
  'other user',
  'deleted user',
  'demoted admin',
  'demoted admin with a new token',
  'admin',
  'forged',
] as const;
export type Principal = (typeof principals)[number];

const PATIENCE_MS = 20_000;

/** People of each kind, and `renew` for when a call has ended the session it was made with. */
export const openPrincipals = async (house: House) => {
  const signing = await signingKeyOf(house);
  const desk = createClient(identityApi, { baseUrl: house.api, token: () => house.admin.token });
  /** A door of each service that tells whether it has heard of a deletion or a demotion. */
  const doors = Object.values(services).flatMap(({ api }) => {
    const door = (Object.values(api) as Endpoint[]).find(
      ({ access, method, path }) => access === 'admin' && method === 'GET' && !path.includes(':'),
    );
    return door ? [house.api + door.path] : [];
  });
  const heard = async (token: string, status: number): Promise<void> => {
    const last = Date.now() + PATIENCE_MS;
    for (const door of doors)
      while ((await ask(door, { token })).status !== status) {
        if (Date.now() > last) throw new Error(`${door} has not heard of it`);
        await sleep(50);
      }
  };

  let made = 0;
  const setRole = (person: Person, role: 'USER' | 'ADMIN') => {
    made += 1;
    const body = { name: 'Person', email: `role-${made}@house.example`, role };
    return desk.updateUser({ params: { id: UserId.parse(person.userId) }, body });
  };
  /** Each change of a role ends the sessions before it, so the token of now has a number one higher. */
  const makeAdmin = async (): Promise<{ person: Person; token: string }> => {
    const person = await house.newReader();
    await setRole(person, 'ADMIN');
    return { person, token: tokenLike(person, signing, { role: 'ADMIN', tokenVersion: 1 }) };
  };
  const makeDemoted = async (): Promise<{ before: string; after: string }> => {
    const { person, token } = await makeAdmin();
    await setRole(person, 'USER');
    const after = tokenLike(person, signing, { role: 'ADMIN', tokenVersion: 2 });
    await heard(token, 401);
    await heard(after, 403);
    return { before: token, after };
  };

  const user = await house.newReader();
  const gone = await house.newReader();
  await desk.deleteUser({ params: { id: UserId.parse(gone.userId) } });
  await heard(gone.token, 401);
  const demoted = await makeDemoted();
  const forged = forgeries(user, signing).find(([name]) => name.startsWith('a raised role'))?.[1] ?? '';
  const tokens: Record<Principal, string | undefined> = {
    none: undefined,
    user: user.token,
    'other user': (await house.newReader()).token,
    'deleted user': gone.token,
    'demoted admin': demoted.before,
    'demoted admin with a new token': demoted.after,
    admin: (await makeAdmin()).token,
    forged,
  };
  const anew: Partial<Record<Principal, () => Promise<string>>> = {
    user: async () => (await house.newReader()).token,
    'other user': async () => (await house.newReader()).token,
    'demoted admin with a new token': async () => (await makeDemoted()).after,
    admin: async () => (await makeAdmin()).token,
  };

  return {
    tokenOf: (who: Principal): string | undefined => tokens[who],
    /** Puts another person of the same kind there when this one's session has ended. */
    renew: async (who: Principal): Promise<void> => {
      const make = anew[who];
      const token = tokens[who];
      if (!make || !token) return;
      if ((await ask(house.api + identityApi.getProfile.path, { token })).status !== 200)
        tokens[who] = await make();
    },
  };
};
export type Principals = Awaited<ReturnType<typeof openPrincipals>>;
