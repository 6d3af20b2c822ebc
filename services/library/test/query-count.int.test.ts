import { recordQueries } from '@satrangi/chassis/testing';
import { accessGranted, UserId } from '@satrangi/contracts';
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

const AT_ONCE = 40;

it(`${AT_ONCE} paid orders at once share their queries, and each reader gets a title`, async () => {
  await using service = await bootLibrary();
  await service.deliver(mediaOf('book'));
  const queriesWith = recordQueries(service);

  await Promise.all(
    Array.from({ length: AT_ONCE }, (_one, n) =>
      service.deliver(paid({ ...order(`o-${n}`), userId: UserId.parse(`reader-${n}`) })),
    ),
  );

  const granted = await publishedEvents(service, accessGranted);
  expect(new Set(granted.map(({ data }) => JSON.stringify(data))).size).toBe(AT_ONCE);
  const queries = queriesWith('reader-', '"o-', 'book');
  expect(queries.length, queries.join(', ')).toBeLessThanOrEqual(AT_ONCE);
});
