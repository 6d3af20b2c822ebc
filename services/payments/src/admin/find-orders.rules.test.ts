import { expect, it } from 'vitest';
import { orderFilter } from './find-orders.rules.ts';

it('the first and the last day of a search are days of India, as the list shows them', () => {
  expect(orderFilter({ from: '2026-11-20', to: '2026-11-21', page: 1, pageSize: 50 })).toEqual({
    $and: [
      { createdAt: { $gte: new Date('2026-11-19T18:30:00.000Z') } },
      { createdAt: { $lt: new Date('2026-11-21T18:30:00.000Z') } },
    ],
  });
});
