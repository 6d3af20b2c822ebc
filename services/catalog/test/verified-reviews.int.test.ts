import { anEvent } from '@satrangi/chassis/testing';
import { accessGranted, accessRevoked, MediaId, UserId } from '@satrangi/contracts';
import { expect, it, vi } from 'vitest';
import { bootCatalog, type CatalogFixture, draft } from './boot-catalog.ts';

/** Holds back what the next query of ownership found. @returns what tells that it was asked, and lets it go on */
const holdOwnership = ({ service }: CatalogFixture) => {
  const owners = service.internals.store.connection.collection('owners');
  const asked = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const find = owners.find.bind(owners);
  vi.spyOn(owners, 'find').mockImplementationOnce((...query: Parameters<typeof find>) => {
    const cursor = find(...query);
    const toArray = cursor.toArray.bind(cursor);
    cursor.toArray = async () => {
      const found = await toArray();
      asked.resolve();
      await gate.promise;
      return found;
    };
    return cursor;
  });
  return { asked: asked.promise, release: gate.resolve };
};

it('a review that is written during a refund is not verified (CAT-52)', async () => {
  await using fixture = await bootCatalog();
  const { _id: id } = await fixture.editor.createEbook({ body: draft });
  const params = { id };
  const data = {
    userId: UserId.parse('asha'),
    mediaId: MediaId.parse(id),
    mediaType: 'ebook',
    format: 'text',
  } as const;
  await fixture.service.deliver(anEvent(accessGranted, { data }));
  const ownership = holdOwnership(fixture);

  const posting = fixture.reader('asha').postReview({ params, body: { rating: 4, comment: 'Tender.' } });
  await ownership.asked;
  await fixture.service.deliver(anEvent(accessRevoked, { data, time: new Date(Date.now() + 1_000) }));
  ownership.release();

  expect(await posting).toMatchObject({ verified: false });
  expect((await fixture.visitor.listReviews({ params })).reviews).toMatchObject([{ verified: false }]);
});
