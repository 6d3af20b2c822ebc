/** Gifts whose reader deletes the account while they are redeemed: the code stays valid (decision 0172). */
import { anEvent, type TestUser, testUser } from '@satrangi/chassis/testing';
import { OrderId, orderGranted, userDeleted } from '@satrangi/contracts';
import { expect, it, vi } from 'vitest';
import { bootPayments, type PaymentsFixture } from './boot-payments.ts';
import { buyGift, granted, redeem, redeemed } from './gifts-fixture.ts';
import { problemOf } from './orders-fixture.ts';

const erase = (fixture: PaymentsFixture, { userId }: TestUser) =>
  fixture.service.deliver(anEvent(userDeleted, { data: { userId } }));
/** The library's answer for a deleted account. */
const refused = (orderId: string, { userId }: TestUser) =>
  anEvent(orderGranted, { data: { orderId: OrderId.parse(orderId), userId, isErased: true } });

it('an account deleted before the grant leaves the code valid for another reader', async () => {
  await using fixture = await bootPayments();
  const { code, order, orderId } = await buyGift(fixture);
  const [leaving, next] = [testUser(), testUser()];
  await redeem(fixture, code, leaving);

  await erase(fixture, leaving);

  expect((await order()).gift).toMatchObject({ state: 'open', redeemedAt: null });
  expect(JSON.stringify(await fixture.orders.find().toArray())).not.toContain(leaving.userId);
  expect((await redeem(fixture, code, next)).items).toHaveLength(1);
  // confirmations for the first reader that arrive late are not those of the second
  await fixture.service.deliver(granted(orderId, leaving));
  await fixture.service.deliver(refused(orderId, leaving));
  expect(await fixture.orders.findOne({ _id: orderId })).toMatchObject({
    fulfilledAt: null,
    gift: { redeemedBy: next.userId },
  });
  const ids = (await fixture.announced(redeemed)).map(({ id }) => id);
  expect(new Set(ids).size).toBe(2);
});

it('a library that learned of the deletion first gives the code back', async () => {
  await using fixture = await bootPayments();
  const { code, order, orderId } = await buyGift(fixture);
  const leaving = testUser();
  await redeem(fixture, code, leaving);

  await fixture.service.deliver(refused(orderId, leaving));
  await erase(fixture, leaving);

  expect((await order()).gift?.state).toBe('open');
  expect((await redeem(fixture, code)).items).toHaveLength(1);
});

it('an account that is deleted already uses up no code and leaves no id', async () => {
  await using fixture = await bootPayments();
  const { code, order } = await buyGift(fixture);
  const leaving = testUser();
  await erase(fixture, leaving);

  expect(await problemOf(redeem(fixture, code, leaving))).toMatchObject({ status: 401 });

  expect((await order()).gift?.state).toBe('open');
  expect(JSON.stringify(await fixture.orders.find().toArray())).not.toContain(leaving.userId);
  expect((await redeem(fixture, code)).items).toHaveLength(1);
});

it('a gift that was granted before the account was deleted stays redeemed', async () => {
  await using fixture = await bootPayments();
  const { code, orderId } = await buyGift(fixture);
  const reader = testUser();
  await redeem(fixture, code, reader);
  await fixture.service.deliver(granted(orderId, reader));

  await erase(fixture, reader);

  expect(await problemOf(redeem(fixture, code))).toMatchObject({ code: 'too-late' });
});

it('a redemption that was written during the erasure, by a process that was killed then, leaves the code valid', async () => {
  await using fixture = await bootPayments();
  const { code, order, orderId } = await buyGift(fixture);
  const leaving = testUser();
  const stored = fixture.service.internals.store.connection.collection('orders');
  const updateMany = stored.updateMany.bind(stored);
  // after the look for redemptions that are not granted
  vi.spyOn(stored, 'updateMany').mockImplementationOnce(async (...update) => {
    await fixture.orders.updateOne(
      { _id: orderId },
      {
        $set: {
          'gift.redeemedBy': leaving.userId,
          'gift.redeemedAt': new Date(),
          'gift.isOnly': true,
          fulfilledAt: null,
        },
      },
    );
    return updateMany(...update);
  });

  await erase(fixture, leaving);
  await fixture.service.deliver(refused(orderId, leaving));

  expect((await order()).gift?.state).toBe('open');
  expect(JSON.stringify(await fixture.orders.find().toArray())).not.toContain(leaving.userId);
  expect((await redeem(fixture, code)).items).toHaveLength(1);
});
