import { anEvent, overhear } from '@satrangi/chassis/testing';
import { accessGranted, MediaId, UserId } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { bootCatalog } from './house.ts';

const MOST = 2;

it(`a book that somebody bought asks the store at most ${MOST} times, and of no review where nobody has a card`, async () => {
  await using house = await bootCatalog();
  const askedOf = overhear(house.service);
  const data = {
    userId: UserId.parse('asha'),
    mediaId: MediaId.parse('m1'),
    mediaType: 'ebook',
    format: 'text',
  } as const;

  await house.service.deliver(anEvent(accessGranted, { data }));
  await house.service.announced();

  const asked = askedOf('asha', 'm1');
  expect(asked.length, asked.join(', ')).toBeLessThanOrEqual(MOST);
  expect(asked.filter((name) => name.startsWith('reviews.'))).toEqual([]);
});
