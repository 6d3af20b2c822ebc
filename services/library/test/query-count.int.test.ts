import { recordQueries } from '@satrangi/chassis/testing';
import { accessGranted } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { order, publishedEvents } from './access-fixture.ts';
import { bootLibrary, mediaOf, paid } from './boot-library.ts';

const MAX_QUERIES = 5;

it(`granting a paid order takes at most ${MAX_QUERIES} queries and confirms with the write of the grant`, async () => {
  await using service = await bootLibrary();
  await service.deliver(mediaOf('book'));
  const queriesWith = recordQueries(service);

  await service.deliver(paid(order('o-4711')));

  expect(await publishedEvents(service, accessGranted)).toMatchObject([{ data: { completes: 'o-4711' } }]);
  const queries = queriesWith('asha', 'o-4711', 'book');
  expect(queries.length, queries.join(', ')).toBeLessThanOrEqual(MAX_QUERIES);
  expect(queries.filter((name) => name.startsWith('orders.'))).toEqual([]);
});
