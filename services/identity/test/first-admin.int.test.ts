/** Who the first admin is, and that there is one however many processes start. */
import { freshSuffix } from '@satrangi/chassis/testing';
import { identityApi } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { type AdminCredentials, identityWith } from '../src/service.ts';
import { boot, refusal } from './house.ts';

describe('the first admin', () => {
  it('comes from ADMIN_EMAIL and ADMIN_PASSWORD and no endpoint makes another (IDN-37)', async () => {
    await using house = await boot({ ADMIN_EMAIL: 'Owner@example.org', ADMIN_PASSWORD: 'open sesame' });

    const { user } = await house.visitor.login({
      body: { email: 'owner@example.org', password: 'open sesame' },
    });

    expect(user.role).toBe('ADMIN');
  });

  it('gets a made-up password when none is set, told once and not kept in clear', async () => {
    const told: AdminCredentials[] = [];
    const definition = identityWith({ onFirstAdmin: (credentials) => told.push(credentials) });
    await using house = await boot({}, definition);

    const [admin] = told;
    const body = { email: admin?.email ?? '', password: admin?.password ?? '' };
    const { user } = await house.visitor.login({ body });

    expect(told).toHaveLength(1);
    expect(user.role).toBe('ADMIN');
    expect(body.password.length).toBeGreaterThanOrEqual(20);
  });

  it('takes over an account that took the address before: new password, old sessions end', async () => {
    const DB_SUFFIX = freshSuffix();
    const squatter = { name: 'Squatter', email: 'owner@example.org', password: 'squatting' };
    const first = await boot({ DB_SUFFIX });
    const { token } = await first.visitor.register({ body: squatter });
    await first[Symbol.asyncDispose]();

    await using house = await boot({
      DB_SUFFIX,
      ADMIN_EMAIL: squatter.email,
      ADMIN_PASSWORD: 'open sesame',
    });

    const announced = await house.service.announced();
    for (const event of announced) await house.service.deliver(event);
    expect(await refusal(house.visitor.login({ body: squatter }))).toMatchObject({ status: 401 });
    const admin = await house.visitor.login({ body: { ...squatter, password: 'open sesame' } });
    expect(admin.user.role).toBe('ADMIN');
    expect(await refusal(house.service.as(token, identityApi).getProfile())).toMatchObject({
      status: 401,
      message: 'Invalid token',
    });
  });

  it('is one, and signs with one key, when replicas start at the same moment', async () => {
    const env = { DB_SUFFIX: freshSuffix(), ADMIN_EMAIL: 'owner@example.org', ADMIN_PASSWORD: 'open sesame' };

    const houses = await Promise.all([boot(env), boot(env), boot(env)]);

    const keys = await Promise.all(houses.map(({ visitor }) => visitor.jwks()));
    expect(keys[0]?.keys).toHaveLength(1);
    expect(keys[1]).toEqual(keys[0]);
    expect(keys[2]).toEqual(keys[0]);
    const said = await Promise.all(houses.map(({ service }) => service.announced()));
    expect(said.flat().map(({ type }) => type)).toEqual(['identity.user-registered.v1']);
    await Promise.all(houses.map((house) => house[Symbol.asyncDispose]()));
  });
});
