/** The holdings endpoint that identity calls for accounts with an unverified address (decision 0053). */
import { TEST_INTERNAL_SECRET } from '@satrangi/chassis/testing';
import { UserId } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { bootCatalog, type CatalogFixture, draft } from './boot-catalog.ts';

const headers = { 'x-internal-secret': TEST_INTERNAL_SECRET };
const owns = async (fixture: CatalogFixture, userId: string): Promise<boolean> =>
  (await fixture.visitor.holdings({ params: { userId: UserId.parse(userId) } }, { headers })).owns;

it('holdings are true with a review, until it is deleted', async () => {
  await using fixture = await bootCatalog();
  const { _id: id } = await fixture.editor.createEbook({ body: draft });
  expect(await owns(fixture, 'asha')).toBe(false);

  await fixture.reader('asha').postReview({ params: { id }, body: { rating: 5, comment: 'Read it twice.' } });
  expect([await owns(fixture, 'asha'), await owns(fixture, 'bela')]).toEqual([true, false]);

  await fixture.reader('asha').deleteReview({ params: { id } });
  expect(await owns(fixture, 'asha')).toBe(false);
});

it('holdings are true for the creator of an item', async () => {
  await using fixture = await bootCatalog();

  await fixture.editor.createEbook({ body: { ...draft, creatorId: UserId.parse('asha') } });

  expect(await owns(fixture, 'asha')).toBe(true);
});

it('holdings are for services only', async () => {
  await using fixture = await bootCatalog();
  const request = { params: { userId: UserId.parse('asha') } };

  for (const caller of [fixture.visitor, fixture.reader('asha'), fixture.editor])
    await expect(caller.holdings(request)).rejects.toMatchObject({ status: 401 });
});
