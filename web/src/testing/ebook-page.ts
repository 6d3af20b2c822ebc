import { catalogApi, libraryApi, type Review } from '@satrangi/contracts';
import { plays } from '@satrangi/contracts/testing';
import { anEbook } from './fixtures.ts';

export const reviewsOf = (reviews: Review[]) => ({
  reviews,
  average: reviews.length > 0 ? 4 : 0,
  count: reviews.length,
  stars: [0, 0, 0, reviews.length, 0],
});

/** The catalog with one eBook, an empty list and no review, unless `responses` differ. */
export const catalogWithEbook = (
  fields: Parameters<typeof anEbook>[0] = {},
  responses: Partial<Parameters<typeof plays<typeof catalogApi>>[1]> = {},
) =>
  plays(catalogApi, {
    getEbook: () => anEbook(fields),
    listEbooks: () => ({ items: [], total: 0, nextCursor: null }),
    listReviews: () => reviewsOf([]),
    ...responses,
  });

/** The library of a reader with or without access to the eBook, who may have left it at a page. */
export const libraryWithAccess = (hasAccess: boolean, place?: { page: number; pages: number }) =>
  plays(libraryApi, {
    checkAccess: () => ({ hasAccess }),
    getProgress: () => ({
      progress: place ? { format: 'text' as const, ...place, at: '2026-10-01T10:00:00.000Z' } : null,
    }),
  });
