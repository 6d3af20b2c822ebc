/** What other services are told of people, and when. */
import { anEvent, TEST_INTERNAL_SECRET } from '@satrangi/chassis/testing';
import { identityApi, identitySnapshotRequested } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { asha, boot, refusal } from './house.ts';
import { openWorld, tokenIn } from './world.ts';

describe('between services', () => {
  it('people cards hold the public face alone, leave unknown ids out and need the internal secret', async () => {
    await using house = await boot({ INTERNAL_SECRET: 'between services' });
    const { user } = await house.visitor.register({ body: { ...asha, pronouns: 'she/her', bio: 'x' } });
    const query = { ids: `${user._id},unknown` };

    const { people } = await house.visitor.peopleCards(
      { query },
      { headers: { 'x-internal-secret': 'between services' } },
    );

    expect(people).toEqual([{ _id: user._id, name: 'Asha', pronouns: 'she/her' }]);
    expect((await refusal(house.visitor.peopleCards({ query }))).status).toBeGreaterThanOrEqual(401);
    expect(
      (
        await refusal(
          house.as(user._id).peopleCards({ query }, { headers: { 'x-internal-secret': 'guess' } }),
        )
      ).status,
    ).toBeGreaterThanOrEqual(401);
  });

  it('a phone number is told to services alone, and only while the account is there (PAY-38)', async () => {
    await using house = await boot({ INTERNAL_SECRET: 'between services' });
    const { user } = await house.visitor.register({ body: { ...asha, phone: '+91 98765 43210' } });
    const headers = { 'x-internal-secret': 'between services' };
    const phoneOf = async (userId: string) =>
      (await house.visitor.phoneCard({ params: { userId } }, { headers })).phone;

    expect(await phoneOf(user._id)).toBe('+919876543210');
    expect(await phoneOf('nobody')).toBeNull();
    const asked = house.as(user._id).phoneCard({ params: { userId: user._id } });
    expect((await refusal(asked)).status).toBeGreaterThanOrEqual(401);
    await house.as(user._id).deleteAccount({ body: { currentPassword: asha.password } });
    expect(await phoneOf(user._id)).toBeNull();
  });

  it('a phone from before the mailbox was proved is handed to nobody: it may be the number of another person', async () => {
    await using world = await openWorld();
    const { userId } = await world.join('asha@example.org', { phone: '+91 98765 43210' });
    const headers = { 'x-internal-secret': TEST_INTERNAL_SECRET };
    const phone = async () => (await world.visitor.phoneCard({ params: { userId } }, { headers })).phone;
    expect(await phone()).toBe('+919876543210');

    await world.visitor.forgotPassword({ body: { email: 'asha@example.org' } });
    const token = tokenIn((await world.mails('asha@example.org'))[0]);
    await world.visitor.resetPassword({ body: { token, password: 'monsoon in malabar' } });

    expect(await phone()).toBeNull();
    const login = { phone: '+919876543210', password: 'monsoon in malabar' };
    expect((await world.visitor.login({ body: login })).user._id).toBe(userId);
  });

  it('a service that starts with an empty memory hears every account again, once for each request', async () => {
    await using house = await boot();
    for (const n of [1, 2, 3])
      await house.visitor.register({ body: { ...asha, email: `reader${n}@example.org` } });
    const request = anEvent(identitySnapshotRequested, { data: { by: 'catalog' } });

    await house.service.deliver(request);
    await house.service.deliver(request);

    const types = (await house.service.announced()).map(({ type }) => type);
    expect(types.filter((type) => type === 'identity.user-updated.v1')).toHaveLength(3);
  });

  it('a token of this house opens the own profile of this house', async () => {
    await using house = await boot();

    const { token, user } = await house.visitor.register({ body: asha });

    expect(await house.service.as(token, identityApi).getProfile()).toMatchObject({ _id: user._id });
  });
});
