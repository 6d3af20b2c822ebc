/** Endpoints for other services, and the events of a snapshot. */
import { anEvent, TEST_INTERNAL_SECRET } from '@satrangi/chassis/testing';
import { identityApi, identitySnapshotRequested } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { asha, bootIdentity, EMAIL, NEW_PASSWORD, openFixture, outcomeOf } from './fixture.ts';

describe('the internal API', () => {
  it('user cards contain public fields only, omit unknown ids and require the internal secret', async () => {
    await using fixture = await bootIdentity({ INTERNAL_SECRET: 'between services' });
    const { user } = await fixture.visitor.register({ body: { ...asha, pronouns: 'she/her', bio: 'x' } });
    const query = { ids: `${user._id},unknown` };

    const { people } = await fixture.visitor.listPublicProfiles(
      { query },
      { headers: { 'x-internal-secret': 'between services' } },
    );

    expect(people).toEqual([{ _id: user._id, name: 'Asha', pronouns: 'she/her' }]);
    expect((await outcomeOf(fixture.visitor.listPublicProfiles({ query }))).status).toBeGreaterThanOrEqual(
      401,
    );
    expect(
      (
        await outcomeOf(
          fixture.as(user._id).listPublicProfiles({ query }, { headers: { 'x-internal-secret': 'guess' } }),
        )
      ).status,
    ).toBeGreaterThanOrEqual(401);
  });

  it('a phone number is available to services only, and not after deletion (PAY-38)', async () => {
    await using fixture = await bootIdentity({ INTERNAL_SECRET: 'between services' });
    const { user } = await fixture.visitor.register({ body: { ...asha, phone: '+91 98765 43210' } });
    const headers = { 'x-internal-secret': 'between services' };
    const phoneOf = async (userId: string) =>
      (await fixture.visitor.getAccountPhone({ params: { userId } }, { headers })).phone;

    expect(await phoneOf(user._id)).toBe('+919876543210');
    expect(await phoneOf('nobody')).toBeNull();
    const call = fixture.as(user._id).getAccountPhone({ params: { userId: user._id } });
    expect((await outcomeOf(call)).status).toBeGreaterThanOrEqual(401);
    await fixture.as(user._id).deleteAccount({ body: { currentPassword: asha.password } });
    expect(await phoneOf(user._id)).toBeNull();
  });

  it('a phone given before the email was verified is not shared: it may belong to another person', async () => {
    await using fixture = await openFixture();
    const { userId } = await fixture.register(EMAIL, { phone: '+91 98765 43210' });
    const headers = { 'x-internal-secret': TEST_INTERNAL_SECRET };
    const phone = async () =>
      (await fixture.visitor.getAccountPhone({ params: { userId } }, { headers })).phone;
    expect(await phone()).toBe('+919876543210');

    await fixture.resetPassword(EMAIL, NEW_PASSWORD);

    expect(await phone()).toBeNull();
    const login = { phone: '+919876543210', password: NEW_PASSWORD };
    expect((await fixture.visitor.login({ body: login })).user._id).toBe(userId);
  });

  it('an address is available to services only, once its owner has confirmed it', async () => {
    await using fixture = await openFixture();
    const { userId } = await fixture.register(EMAIL);
    const headers = { 'x-internal-secret': TEST_INTERNAL_SECRET };
    const email = async (id = userId) =>
      (await fixture.visitor.getAccountEmail({ params: { userId: id } }, { headers })).email;
    expect(await email()).toBeNull();
    expect(await email('nobody' as typeof userId)).toBeNull();

    await fixture.resetPassword(EMAIL, NEW_PASSWORD);

    expect(await email()).toBe(EMAIL);
    const call = fixture.visitor.getAccountEmail({ params: { userId } });
    expect((await outcomeOf(call)).status).toBeGreaterThanOrEqual(401);
  });

  it('a snapshot request republishes every account, once for each request', async () => {
    await using fixture = await bootIdentity();
    for (const n of [1, 2, 3])
      await fixture.visitor.register({ body: { ...asha, email: `reader${n}@example.org` } });
    const request = anEvent(identitySnapshotRequested, { data: { by: 'catalog' } });

    await fixture.service.deliver(request);
    await fixture.service.deliver(request);

    const types = (await fixture.service.publishedEvents()).map(({ type }) => type);
    expect(types.filter((type) => type === 'identity.user-updated.v1')).toHaveLength(3);
  });

  it('accepts a token that it has issued', async () => {
    await using fixture = await bootIdentity();

    const { token, user } = await fixture.visitor.register({ body: asha });

    expect(await fixture.service.as(token, identityApi).getProfile()).toMatchObject({ _id: user._id });
  });
});
