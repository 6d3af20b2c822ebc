/** Gifts: granted to the reader who redeemed the code (decision 0137). */
import { anEvent } from '@satrangi/chassis/testing';
import {
  accessGranted,
  accessRevoked,
  giftRedeemed,
  giftRefunded,
  orderGranted,
  type UserId,
  userDeleted,
} from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { entriesOf, hasAccess, order, publishedEvents } from './access-fixture.ts';
import { bootLibrary, mediaOf, paid, refunded } from './boot-library.ts';

const { orderId, userId, items } = paid(order('o1')).data;
const redeemed = anEvent(giftRedeemed, { id: 'redeemed-o1', data: { orderId, userId, items } });
const givenBack = (reader: UserId | null) =>
  anEvent(giftRefunded, {
    id: 'given-back-o1',
    data: { orderId, userId: reader, items },
  });

it('a redeemed gift is granted once, however often it is published, and confirmed', async () => {
  await using service = await bootLibrary();
  await service.deliver(mediaOf('book'));
  for (let n = 0; n < 3; n += 1) await service.deliver(redeemed);

  expect(await entriesOf(service)).toHaveLength(1);
  expect(await hasAccess(service)).toBe(true);
  expect((await publishedEvents(service, accessGranted)).map(({ data }) => data)).toMatchObject([
    { userId, mediaId: 'book', completes: 'o1' },
  ]);
});

it('a refund ends the grant, and a redemption that arrives after it grants nothing', async () => {
  await using service = await bootLibrary();
  await service.deliver(mediaOf('book'));
  await service.deliver(redeemed);
  await service.deliver(givenBack(userId));
  expect(await hasAccess(service)).toBe(false);
  expect(await publishedEvents(service, accessRevoked)).toHaveLength(1);

  await using other = await bootLibrary();
  await other.deliver(mediaOf('book'));
  await other.deliver(givenBack(userId));
  await other.deliver(redeemed);
  expect(await hasAccess(other)).toBe(false);
});

it('a refund of a gift that nobody redeemed changes nothing', async () => {
  await using service = await bootLibrary();
  await service.deliver(mediaOf('book'));
  await service.deliver(paid(order('o2')));
  await service.deliver(givenBack(null));
  expect(await hasAccess(service)).toBe(true);
  expect(await publishedEvents(service, accessRevoked)).toEqual([]);
});

it('a title that was bought, too, stays after the refund of the gift', async () => {
  await using service = await bootLibrary();
  await service.deliver(mediaOf('book'));
  await service.deliver(redeemed);
  await service.deliver(paid(order('o2')));
  await service.deliver(givenBack(userId));
  expect(await hasAccess(service)).toBe(true);
  await service.deliver(refunded(order('o2')));
  expect(await hasAccess(service)).toBe(false);
});

it('a gift redeemed by an account that is deleted is answered as not granted', async () => {
  await using service = await bootLibrary();
  await service.deliver(mediaOf('book'));
  await service.deliver(anEvent(userDeleted, { data: { userId } }));
  await service.deliver(redeemed);
  expect((await publishedEvents(service, orderGranted)).map(({ data }) => data)).toEqual([
    { orderId, userId, isErased: true },
  ]);
});
