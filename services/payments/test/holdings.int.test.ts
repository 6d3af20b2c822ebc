/** What payments answers identity about an account whose address was never proved (decision 0053). */
import { anEvent, TEST_INTERNAL_SECRET, testUser } from '@satrangi/chassis/testing';
import { accessGranted, type UserId, userUpdated } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { openedBy, openWorld, type World } from './world.ts';

const DAY_MS = 86_400_000;
const headers = { 'x-internal-secret': TEST_INTERNAL_SECRET };
const owns = async (world: World, userId: UserId, tokenVersion?: number): Promise<boolean> =>
  (
    await world
      .as('visitor')
      .holdings(
        { params: { userId }, query: tokenVersion === undefined ? {} : { tokenVersion } },
        { headers },
      )
  ).owns;
const asha = testUser();
const bela = testUser();

const order = async (world: World, country = 'US') =>
  openedBy(await world.as(asha).createPayment({ body: { items: [{ media: 'm1' }], country } }));

describe('an account owns something in payments', () => {
  it('with an order at its provider, and nobody else does by it', async () => {
    await using world = await openWorld();
    expect(await owns(world, asha.userId)).toBe(false);

    await order(world);

    expect(await owns(world, asha.userId)).toBe(true);
    expect(await owns(world, bela.userId)).toBe(false);
  });

  it('with an order whose start never reached the provider', async () => {
    await using world = await openWorld();
    await world.knob({ target: 'stripe.*', status: 500 });
    await order(world).catch(() => {});

    expect(await owns(world, asha.userId)).toBe(true);
  });

  it.each(['stripe', 'cashfree'] as const)('with a paid purchase by %s', async (provider) => {
    await using world = await openWorld();
    const { secret } = await order(world, provider === 'stripe' ? 'US' : 'IN');
    await world.pay[provider](secret);

    world.service.clock.advance(400 * DAY_MS);

    expect(await owns(world, asha.userId)).toBe(true);
  });

  it('with a contribution made while logged in', async () => {
    await using world = await openWorld();
    await world.as(asha).createPayment({
      body: { amount: 10_000, isContribution: true, name: 'Asha', email: 'asha@example.org' },
    });

    expect(await owns(world, asha.userId)).toBe(true);
  });

  it('with an expired order as long as late money may come; not with one given up a month ago', async () => {
    await using world = await openWorld();
    await order(world);
    for (let day = 0; day < 6; day += 1) {
      world.service.clock.advance(DAY_MS);
      await world.service.runJob('sweep-orders');
    }
    expect(await world.orders.findOne({ userId: asha.userId })).toMatchObject({
      state: 'expired',
      lookAt: null,
    });
    expect(await owns(world, asha.userId)).toBe(true);

    world.service.clock.advance(26 * DAY_MS);

    expect(await owns(world, asha.userId)).toBe(false);
  });

  it('with an expired order that is looked at again, however old it is', async () => {
    await using world = await openWorld();
    await order(world);
    await world.orders.updateOne({ userId: asha.userId }, { $set: { state: 'expired', rank: 3 } });
    world.service.clock.advance(60 * DAY_MS);

    expect(await owns(world, asha.userId)).toBe(true);
  });

  it('with what the library granted', async () => {
    await using world = await openWorld();
    const data = { userId: asha.userId, mediaId: 'm1', mediaType: 'ebook', format: 'text' } as const;
    await world.service.deliver(anEvent(accessGranted, { data }));

    expect(await owns(world, asha.userId)).toBe(true);
  });
});

describe('the question', () => {
  it('is not answered before the end of older logins is known here', async () => {
    await using world = await openWorld();
    const ended = (tokenVersion: number) =>
      anEvent(userUpdated, { data: { userId: asha.userId, role: 'USER', tokenVersion } });
    await expect(owns(world, asha.userId, 2)).rejects.toMatchObject({ status: 503, code: 'unavailable' });
    await world.service.deliver(ended(1));
    await expect(owns(world, asha.userId, 2)).rejects.toMatchObject({ status: 503 });

    await world.service.deliver(ended(2));

    expect(await owns(world, asha.userId, 2)).toBe(false);
  });

  it('is for services alone', async () => {
    await using world = await openWorld();
    const question = { params: { userId: asha.userId } };

    for (const caller of [world.as('visitor'), world.as(asha), world.as(testUser({ role: 'ADMIN' }))])
      await expect(caller.holdings(question)).rejects.toMatchObject({ status: 401 });
    await expect(
      world.as('visitor').holdings(question, { headers: { 'x-internal-secret': 'guess' } }),
    ).rejects.toMatchObject({ status: 401 });
  });
});
