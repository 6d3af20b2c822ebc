import { createClient, type Endpoint, identityApi, services, UserId } from '@satrangi/contracts';
import { until } from '@satrangi/start';
import { forgedTokens, forgeToken, signingKeyOf } from './forged-tokens.ts';
import { httpRequest } from './http-request.ts';
import type { Person, PlatformFixture } from './platform-fixture.ts';

/** Kinds of callers. Two are demoted admins: with an old token, and with a forged current one with the role ADMIN. */
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

const TIMEOUT_MS = 20_000;

/** Creates a caller of each kind; `renew` replaces one whose session was ended by a request. */
export const createPrincipals = async (platform: PlatformFixture) => {
  const signing = await signingKeyOf(platform);
  const adminClient = createClient(identityApi, { baseUrl: platform.api, token: () => platform.admin.token });
  /** An admin route of each service: shows whether it has projected a deletion or a demotion. */
  const routes = Object.values(services).flatMap(({ api }) => {
    const route = (Object.values(api) as Endpoint[]).find(
      ({ access, method, path }) => access === 'admin' && method === 'GET' && !path.includes(':'),
    );
    return route ? [platform.api + route.path] : [];
  });
  const waitForStatus = async (token: string, status: number): Promise<void> => {
    for (const route of routes)
      await until(
        `${route} responds ${status}`,
        async () => (await httpRequest(route, { token })).status === status,
        TIMEOUT_MS,
        50,
      );
  };

  let made = 0;
  const setRole = (person: Person, role: 'USER' | 'ADMIN') => {
    made += 1;
    const body = { name: 'Person', email: `role-${made}@platform.example`, role };
    return adminClient.updateUser({ params: { id: UserId.parse(person.userId) }, body });
  };
  /** A role change revokes earlier sessions, so the current token has the next version. */
  const makeAdmin = async (): Promise<{ person: Person; token: string }> => {
    const person = await platform.newReader();
    await setRole(person, 'ADMIN');
    return { person, token: forgeToken(person, signing, { role: 'ADMIN', tokenVersion: 1 }) };
  };
  const makeDemoted = async (): Promise<{ before: string; after: string }> => {
    const { person, token } = await makeAdmin();
    await setRole(person, 'USER');
    const after = forgeToken(person, signing, { role: 'ADMIN', tokenVersion: 2 });
    await waitForStatus(token, 401);
    await waitForStatus(after, 403);
    return { before: token, after };
  };

  const user = await platform.newReader();
  const gone = await platform.newReader();
  await adminClient.deleteUser({ params: { id: UserId.parse(gone.userId) } });
  await waitForStatus(gone.token, 401);
  const demoted = await makeDemoted();
  const forged = forgedTokens(user, signing).find(([name]) => name.startsWith('a raised role'))?.[1] ?? '';
  const tokens: Record<Principal, string | undefined> = {
    none: undefined,
    user: user.token,
    'other user': (await platform.newReader()).token,
    'deleted user': gone.token,
    'demoted admin': demoted.before,
    'demoted admin with a new token': demoted.after,
    admin: (await makeAdmin()).token,
    forged,
  };
  const recreate: Partial<Record<Principal, () => Promise<string>>> = {
    user: async () => (await platform.newReader()).token,
    'other user': async () => (await platform.newReader()).token,
    'demoted admin with a new token': async () => (await makeDemoted()).after,
    admin: async () => (await makeAdmin()).token,
  };

  return {
    tokenOf: (who: Principal): string | undefined => tokens[who],
    /** Replaces the caller by a new one of the same kind when the session has ended. */
    renew: async (who: Principal): Promise<void> => {
      const make = recreate[who];
      const token = tokens[who];
      if (!make || !token) return;
      if ((await httpRequest(platform.api + identityApi.getProfile.path, { token })).status !== 200)
        tokens[who] = await make();
    },
  };
};
export type Principals = Awaited<ReturnType<typeof createPrincipals>>;
