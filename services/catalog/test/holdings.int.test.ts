/** What the catalog answers identity about an account whose address was never proved (decision 0053). */
import { TEST_INTERNAL_SECRET } from '@satrangi/chassis/testing';
import { UserId } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { bootCatalog, draft, type House } from './house.ts';

const headers = { 'x-internal-secret': TEST_INTERNAL_SECRET };
const owns = async (house: House, userId: string): Promise<boolean> =>
  (await house.visitor.holdings({ params: { userId: UserId.parse(userId) } }, { headers })).owns;

it('an account owns something in the catalog with a review it wrote, until that is deleted', async () => {
  await using house = await bootCatalog();
  const { _id: id } = await house.editor.createEbook({ body: draft });
  expect(await owns(house, 'asha')).toBe(false);

  await house.reader('asha').postReview({ params: { id }, body: { rating: 5, comment: 'Read it twice.' } });
  expect([await owns(house, 'asha'), await owns(house, 'bela')]).toEqual([true, false]);

  await house.reader('asha').deleteReview({ params: { id } });
  expect(await owns(house, 'asha')).toBe(false);
});

it('and as the creator of an item', async () => {
  await using house = await bootCatalog();

  await house.editor.createEbook({ body: { ...draft, creatorId: UserId.parse('asha') } });

  expect(await owns(house, 'asha')).toBe(true);
});

it('the question is for services alone', async () => {
  await using house = await bootCatalog();
  const question = { params: { userId: UserId.parse('asha') } };

  for (const caller of [house.visitor, house.reader('asha'), house.editor])
    await expect(caller.holdings(question)).rejects.toMatchObject({ status: 401 });
});
