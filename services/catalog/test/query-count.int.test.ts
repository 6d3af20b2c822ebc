import { anEvent, recordQueries } from '@satrangi/chassis/testing';
import { accessGranted, MediaId, UserId } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { bootCatalog } from './boot-catalog.ts';

const MAX_QUERIES = 2;

it(`an access-granted event takes at most ${MAX_QUERIES} queries, and none of reviews without a reviewer`, async () => {
  await using fixture = await bootCatalog();
  const queriesWith = recordQueries(fixture.service);
  const data = {
    userId: UserId.parse('asha'),
    mediaId: MediaId.parse('m1'),
    mediaType: 'ebook',
    format: 'text',
  } as const;

  await fixture.service.deliver(anEvent(accessGranted, { data }));
  await fixture.service.publishedEvents();

  const queries = queriesWith('asha', 'm1');
  expect(queries.length, queries.join(', ')).toBeLessThanOrEqual(MAX_QUERIES);
  expect(queries.filter((name) => name.startsWith('reviews.'))).toEqual([]);
});
