import { overhear } from '@satrangi/chassis/testing';
import { accessGranted } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { bootLibrary, mediaOf, paid } from './boot-library.ts';
import { announcedOf, order } from './shelves.ts';

const MOST = 5;

it(`granting what was paid asks the store at most ${MOST} times, and answers with the write that grants`, async () => {
  await using service = await bootLibrary();
  await service.deliver(mediaOf('book'));
  const askedOf = overhear(service);

  await service.deliver(paid(order('o-4711')));

  expect(await announcedOf(service, accessGranted)).toMatchObject([{ data: { completes: 'o-4711' } }]);
  const asked = askedOf('asha', 'o-4711', 'book');
  expect(asked.length, asked.join(', ')).toBeLessThanOrEqual(MOST);
  expect(asked.filter((name) => name.startsWith('orders.'))).toEqual([]);
});
