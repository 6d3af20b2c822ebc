/** What is kept of a review, and nothing more. */
import { expect, it } from 'vitest';
import { bootCatalog, draft } from './house.ts';

it('of all that is sent, one rating and one comment are kept (CAT-57)', async () => {
  await using house = await bootCatalog();
  const { _id: id } = await house.editor.createEbook({ body: draft });
  const more = {
    title: 'Tender',
    storyRating: 5,
    ratings: { story: 5, design: 2 },
    recommends: true,
    verified: true,
    userId: 'ravi',
  };

  const shown = await house.reader('asha').postReview({
    params: { id },
    body: { rating: 4, comment: 'Tender.', ...more },
  });

  await house.service.said();
  const { connection } = house.service.inside.store;
  const kept = await connection.collection('reviews').find({}).toArray();
  expect(kept).toEqual([
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
  const item = await house.visitor.getEbook({ params: { id } });
  expect(Object.keys(item).filter((name) => /rating/i.test(name))).toEqual(['ratingAverage', 'ratingCount']);
});
