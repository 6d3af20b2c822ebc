import { type Endpoint, services } from '@satrangi/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, type Question } from './support/ask.ts';
import { type House, openHouse, type Person } from './support/house.ts';
import { forgeries, type SigningKey, signingKeyOf, tokenLike } from './support/tokens.ts';

let house: House;
let asha: Person;
let signing: SigningKey;
beforeAll(async () => {
  house = await openHouse();
  asha = await house.newReader();
  signing = await signingKeyOf(house);
});
afterAll(() => house?.[Symbol.asyncDispose]());

const profile = (token: string) => ask(`${house.api}/users/profile`, { token });

describe('tokens', () => {
  it('twenty kinds of forged token open nothing (S1)', async () => {
    const forged = forgeries(asha, signing);
    const answers = await Promise.all(
      forged.map(async ([name, token]) => {
        const { status, error } = await profile(token);
        return [name, status, error];
      }),
    );

    expect(forged).toHaveLength(20);
    expect(answers).toEqual(forged.map(([name]) => [name, 401, 'Invalid token']));
  });

  it('a good token made by the same hands opens the profile: the forgeries fail for their faults', async () => {
    expect((await profile(tokenLike(asha, signing))).status).toBe(200);
  });

  it('a token that has run out says so, in the words the pages know (S2)', async () => {
    const { status, error } = await profile(tokenLike(asha, signing, { expiresIn: -3_600 }));

    expect([status, error]).toEqual([401, 'jwt expired']);
  });

  it.each([
    ['not valid yet', { notBefore: 3_600 }],
    ['for another audience', { audience: 'another-site' }],
    ['from another issuer', { issuer: 'another-site' }],
  ])('a token %s is refused (S2)', async (_name, changes) => {
    const { status, error } = await profile(tokenLike(asha, signing, changes));

    expect([status, error]).toEqual([401, 'Invalid token']);
  });

  it('a reader who writes ADMIN into a token without the key stays outside (S4)', async () => {
    const { status } = await ask(`${house.api}/admin/ebooks`, {
      token: forgeries(asha, signing).find(([name]) => name.startsWith('a raised role'))?.[1] ?? '',
      json: {},
    });

    expect(status).toBe(401);
  });
});

describe('who may do what', () => {
  const guarded = Object.values(services).flatMap(({ api }) =>
    (Object.values(api) as Endpoint[]).filter(({ access }) => access === 'user' || access === 'admin'),
  );
  const address = ({ path }: Endpoint): string => `${house.api}${path.replace(/:\w+/g, 'some-id')}`;
  const question = ({ method }: Endpoint, token?: string): Question => ({
    method,
    ...(token === undefined ? {} : { token }),
    ...(method === 'GET' || method === 'DELETE' ? {} : { json: {} }),
  });

  it('the contracts name doors to guard', () => {
    expect(guarded.length).toBeGreaterThan(10);
  });

  it('every door that is not public is shut for visitors (S6)', async () => {
    const answers = await Promise.all(
      guarded.map(async (door) => [door.path, (await ask(address(door), question(door))).status]),
    );

    expect(answers).toEqual(guarded.map(({ path }) => [path, 401]));
  });

  it('every door of the editors is shut for readers, wherever its address lies (S6)', async () => {
    const doors = guarded.filter(({ access }) => access === 'admin');
    const answers = await Promise.all(
      doors.map(async (door) => {
        const { status, error } = await ask(address(door), question(door, asha.token));
        return [door.path, status, error];
      }),
    );

    expect(answers).toEqual(doors.map(({ path }) => [path, 403, 'Forbidden']));
  });

  it('what services ask each other does not exist for the world outside', async () => {
    const { status } = await ask(`${house.api}/internal/people?ids=${asha.userId}`, {
      token: house.admin.token,
    });

    expect(status).toBe(404);
  });

  it('fields a person may not choose are ignored when an account is made or changed (S5)', async () => {
    const wish = {
      role: 'ADMIN',
      _id: 'chosen',
      emailVerified: true,
      tokenVersion: 9,
      createdAt: '2001-01-01',
    };
    const made = await ask(`${house.api}/users/register`, {
      json: { name: 'Asha', email: 'asha-wishes@house.example', password: 'a long password', ...wish },
    });
    const { token, user } = made.json as { token: string; user: { _id: string; role: string } };
    const changed = await ask(`${house.api}/users/profile`, {
      method: 'PATCH',
      token,
      json: { name: 'A', ...wish },
    });

    expect([made.status, user.role, changed.status]).toEqual([201, 'USER', 200]);
    expect(changed.json).toMatchObject({ _id: user._id, name: 'A', role: 'USER' });
    expect(user._id).not.toBe('chosen');
  });
});

describe('who one claims to be', () => {
  it('headers that name a person or a role are not believed, by the gateway or by a service (S34)', async () => {
    const claims = {
      'x-user-id': house.admin.userId,
      'x-user-role': 'ADMIN',
      'x-role': 'ADMIN',
      'x-internal-secret': 'guess',
      'x-forwarded-for': '127.0.0.1',
    };
    const answers = await Promise.all([
      ask(`${house.api}/users/profile`, { headers: claims }),
      ask(`${house.api}/admin/ebooks`, { headers: claims, json: {} }),
      ask(`${house.api}/admin/ebooks`, { headers: claims, token: asha.token, json: {} }),
      ask(`${house.services.identity}/users/profile`, { headers: claims }),
      ask(`${house.services.identity}/internal/people?ids=${asha.userId}`, { headers: claims }),
      ask(`${house.services.catalog}/admin/ebooks`, { headers: claims, token: asha.token, json: {} }),
      ask(`${house.services.library}/library`, { headers: claims }),
      ask(`${house.services.payments}/payments/mine`, { headers: claims }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 403, 401, 401, 403, 401, 401]);
  });

  it('a request id is ours unless it is harmless (S34)', async () => {
    const given = ['<script>alert(1)</script>', 'short', 'x'.repeat(500), "' or 1=1 --"];
    const answers = await Promise.all(
      given.map((id) => ask(`${house.api}/ebooks/nothing-here`, { headers: { 'x-request-id': id } })),
    );

    expect(answers.map(({ headers }) => headers.get('x-request-id'))).toEqual(
      answers.map(() => expect.stringMatching(/^[\w-]{8,64}$/)),
    );
    expect(given.filter((id) => answers.some(({ text }) => text.includes(id) && id !== 'short'))).toEqual([]);
  });
});
