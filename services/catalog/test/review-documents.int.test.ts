/** The stored fields of a review, and the ratings that are counted of what is stored. */
import { expect, it } from 'vitest';
import { bootCatalog, draft } from './boot-catalog.ts';

it('a review stores one rating and one comment, and no other input (CAT-57)', async () => {
  await using fixture = await bootCatalog();
  const { _id: id } = await fixture.editor.createEbook({ body: draft });
  const more = {
    title: 'Tender',
    storyRating: 5,
    ratings: { story: 5, design: 2 },
    recommends: true,
    verified: true,
    userId: 'ravi',
  };

  const shown = await fixture.reader('asha').postReview({
    params: { id },
    body: { rating: 4, comment: 'Tender.', ...more },
  });

  await fixture.service.liveMessages();
  const { connection } = fixture.service.internals.store;
  const stored = await connection.collection('reviews').find({}).toArray();
  expect(stored).toEqual([
    {
      _id: expect.anything(),
      ebookId: id,
      userId: 'asha',
      rating: 4,
      comment: 'Tender.',
      verified: false,
      createdAt: shown.createdAt,
      updatedAt: shown.updatedAt,
    },
  ]);
  const item = await fixture.visitor.getEbook({ params: { id } });
  expect(Object.keys(item).filter((name) => /rating/i.test(name))).toEqual(['ratingAverage', 'ratingCount']);
});

it('a review erased while its ebook is withdrawn is not counted after the ebook is restored', async () => {
  await using fixture = await bootCatalog();
  const { _id: id } = await fixture.editor.createEbook({ body: draft });
  const params = { id };
  await fixture.reader('asha').postReview({ params, body: { rating: 1, comment: 'Mine.' } });
  await fixture.reader('ravi').postReview({ params, body: { rating: 5, comment: 'His.' } });
  await fixture.editor.deleteEbook({ params });
  await fixture.deleteAccount('asha', 'first');

  await fixture.editor.restoreEbook({ params });

  expect(await fixture.visitor.getEbook({ params })).toMatchObject({ ratingCount: 1, ratingAverage: 5 });
  expect(await fixture.visitor.listReviews({ params })).toMatchObject({ count: 1, average: 5 });
});
