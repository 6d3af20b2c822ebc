import { type Endpoint, services } from '@satrangi/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { forgedTokens, forgeToken, type SigningKey, signingKeyOf } from './support/forged-tokens.ts';
import { type HttpRequest, httpRequest } from './support/http-request.ts';
import { usePlatform } from './support/opened.ts';
import type { Person } from './support/platform-fixture.ts';

const platform = usePlatform();
let asha: Person;
let signing: SigningKey;
beforeAll(async () => {
  asha = await platform.newReader();
  signing = await signingKeyOf(platform);
});

const profile = (token: string) => httpRequest(`${platform.api}/users/profile`, { token });

describe('tokens', () => {
  it('refuses twenty kinds of forged token (S1)', async () => {
    const forged = forgedTokens(asha, signing);
    const answers = await Promise.all(
      forged.map(async ([name, token]) => {
        const { status, error } = await profile(token);
        return [name, status, error];
      }),
    );

    expect(forged).toHaveLength(20);
    expect(answers).toEqual(forged.map(([name]) => [name, 401, 'Invalid token']));
  });

  it('accepts a valid token of the same generator: forged ones fail because of their changes', async () => {
    expect((await profile(forgeToken(asha, signing))).status).toBe(200);
  });

  it('answers an expired token with the code that the pages expect (S2)', async () => {
    const { status, error } = await profile(forgeToken(asha, signing, { expiresIn: -3_600 }));

    expect([status, error]).toEqual([401, 'jwt expired']);
  });

  it.each([
    ['not valid yet', { notBefore: 3_600 }],
    ['for another audience', { audience: 'another-site' }],
    ['from another issuer', { issuer: 'another-site' }],
  ])('refuses a token %s (S2)', async (_name, changes) => {
    const { status, error } = await profile(forgeToken(asha, signing, changes));

    expect([status, error]).toEqual([401, 'Invalid token']);
  });

  it('refuses a token with a raised role and a wrong signature (S4)', async () => {
    const { status } = await httpRequest(`${platform.api}/admin/ebooks`, {
      token: forgedTokens(asha, signing).find(([name]) => name.startsWith('a raised role'))?.[1] ?? '',
      json: {},
    });

    expect(status).toBe(401);
  });
});

describe('authorization', () => {
  const guarded = Object.values(services).flatMap(({ api }) =>
    (Object.values(api) as Endpoint[]).filter(({ access }) => access === 'user' || access === 'admin'),
  );
  const address = ({ path }: Endpoint): string => `${platform.api}${path.replace(/:\w+/g, 'some-id')}`;
  const options = ({ method }: Endpoint, token?: string): HttpRequest => ({
    method,
    ...(token === undefined ? {} : { token }),
    ...(method === 'GET' || method === 'DELETE' ? {} : { json: {} }),
  });

  it('the contracts have protected routes', () => {
    expect(guarded.length).toBeGreaterThan(10);
  });

  it('visitors get 401 on every route that is not public (S6)', async () => {
    const answers = await Promise.all(
      guarded.map(async (route) => [route.path, (await httpRequest(address(route), options(route))).status]),
    );

    expect(answers).toEqual(guarded.map(({ path }) => [path, 401]));
  });

  it('readers get 403 on every admin route (S6)', async () => {
    const routes = guarded.filter(({ access }) => access === 'admin');
    const answers = await Promise.all(
      routes.map(async (route) => {
        const { status, error } = await httpRequest(address(route), options(route, asha.token));
        return [route.path, status, error];
      }),
    );

    expect(answers).toEqual(routes.map(({ path }) => [path, 403, 'Forbidden']));
  });

  it('internal routes answer 404 at the gateway', async () => {
    const { status } = await httpRequest(`${platform.api}/internal/people?ids=${asha.userId}`, {
      token: platform.admin.token,
    });

    expect(status).toBe(404);
  });

  it('ignores protected fields when an account is created or changed (S5)', async () => {
    const protectedFields = {
      role: 'ADMIN',
      _id: 'chosen',
      emailVerified: true,
      tokenVersion: 9,
      createdAt: '2001-01-01',
    };
    const made = await httpRequest(`${platform.api}/users/register`, {
      json: {
        name: 'Asha',
        email: 'asha-fields@platform.example',
        password: 'a long password',
        ...protectedFields,
      },
    });
    const { token, user } = made.json as { token: string; user: { _id: string; role: string } };
    const changed = await httpRequest(`${platform.api}/users/profile`, {
      method: 'PATCH',
      token,
      json: { name: 'A', ...protectedFields },
    });

    expect([made.status, user.role, changed.status]).toEqual([201, 'USER', 200]);
    expect(changed.json).toMatchObject({ _id: user._id, name: 'A', role: 'USER' });
    expect(user._id).not.toBe('chosen');
  });
});

describe('identity headers', () => {
  it('gateway and services ignore headers with a user or a role (S34)', async () => {
    const claims = {
      'x-user-id': platform.admin.userId,
      'x-user-role': 'ADMIN',
      'x-role': 'ADMIN',
      'x-internal-secret': 'guess',
      'x-forwarded-for': '127.0.0.1',
    };
    const answers = await Promise.all([
      httpRequest(`${platform.api}/users/profile`, { headers: claims }),
      httpRequest(`${platform.api}/admin/ebooks`, { headers: claims, json: {} }),
      httpRequest(`${platform.api}/admin/ebooks`, { headers: claims, token: asha.token, json: {} }),
      httpRequest(`${platform.services.identity}/users/profile`, { headers: claims }),
      httpRequest(`${platform.services.identity}/internal/people?ids=${asha.userId}`, { headers: claims }),
      httpRequest(`${platform.services.catalog}/admin/ebooks`, {
        headers: claims,
        token: asha.token,
        json: {},
      }),
      httpRequest(`${platform.services.library}/library`, { headers: claims }),
      httpRequest(`${platform.services.payments}/payments/mine`, { headers: claims }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 403, 401, 401, 403, 401, 401]);
  });

  it('replaces a request id that is not safe (S34)', async () => {
    const given = ['<script>alert(1)</script>', 'short', 'x'.repeat(500), "' or 1=1 --"];
    const answers = await Promise.all(
      given.map((id) =>
        httpRequest(`${platform.api}/ebooks/nothing-here`, { headers: { 'x-request-id': id } }),
      ),
    );

    expect(answers.map(({ headers }) => headers.get('x-request-id'))).toEqual(
      answers.map(() => expect.stringMatching(/^[\w-]{8,64}$/)),
    );
    expect(given.filter((id) => answers.some(({ text }) => text.includes(id) && id !== 'short'))).toEqual([]);
  });
});
