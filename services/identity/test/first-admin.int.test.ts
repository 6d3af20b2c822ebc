/** The first admin, also when replicas start concurrently. */
import { freshSuffix } from '@satrangi/chassis/testing';
import { identityApi } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { type AdminCredentials, identityWith } from '../src/service.ts';
import { bootIdentity, outcomeOf } from './fixture.ts';

describe('the first admin', () => {
  it('comes from ADMIN_EMAIL and ADMIN_PASSWORD (IDN-37)', async () => {
    await using fixture = await bootIdentity({
      ADMIN_EMAIL: 'Owner@example.org',
      ADMIN_PASSWORD: 'open sesame',
    });

    const { user } = await fixture.visitor.login({
      body: { email: 'owner@example.org', password: 'open sesame' },
    });

    expect(user.role).toBe('ADMIN');
  });

  it('gets a generated password when none is set, passed on once', async () => {
    const received: AdminCredentials[] = [];
    const definition = identityWith({ onFirstAdmin: (credentials) => received.push(credentials) });
    await using fixture = await bootIdentity({}, definition);

    const [admin] = received;
    const body = { email: admin?.email ?? '', password: admin?.password ?? '' };
    const { user } = await fixture.visitor.login({ body });

    expect(received).toHaveLength(1);
    expect(user.role).toBe('ADMIN');
    expect(body.password.length).toBeGreaterThanOrEqual(20);
  });

  it('takes over an existing account with its email: new password, all sessions ended', async () => {
    const DB_SUFFIX = freshSuffix();
    const squatter = { name: 'Squatter', email: 'owner@example.org', password: 'squatting' };
    const first = await bootIdentity({ DB_SUFFIX });
    const { token } = await first.visitor.register({ body: squatter });
    await first[Symbol.asyncDispose]();

    await using fixture = await bootIdentity({
      DB_SUFFIX,
      ADMIN_EMAIL: squatter.email,
      ADMIN_PASSWORD: 'open sesame',
    });

    const events = await fixture.service.publishedEvents();
    for (const event of events) await fixture.service.deliver(event);
    expect(await outcomeOf(fixture.visitor.login({ body: squatter }))).toMatchObject({ status: 401 });
    const admin = await fixture.visitor.login({ body: { ...squatter, password: 'open sesame' } });
    expect(admin.user.role).toBe('ADMIN');
    expect(await outcomeOf(fixture.service.as(token, identityApi).getProfile())).toMatchObject({
      status: 401,
      message: 'Invalid token',
    });
  });

  it('is created once, with one signing key, when replicas start concurrently', async () => {
    const env = { DB_SUFFIX: freshSuffix(), ADMIN_EMAIL: 'owner@example.org', ADMIN_PASSWORD: 'open sesame' };

    const fixtures = await Promise.all([bootIdentity(env), bootIdentity(env), bootIdentity(env)]);

    const keys = await Promise.all(fixtures.map(({ visitor }) => visitor.jwks()));
    expect(keys[0]?.keys).toHaveLength(1);
    expect(keys[1]).toEqual(keys[0]);
    expect(keys[2]).toEqual(keys[0]);
    const published = await Promise.all(fixtures.map(({ service }) => service.publishedEvents()));
    expect(published.flat().map(({ type }) => type)).toEqual(['identity.user-registered.v1']);
    await Promise.all(fixtures.map((fixture) => fixture[Symbol.asyncDispose]()));
  });
});
