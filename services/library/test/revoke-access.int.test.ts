/** What a refund takes back, in whatever order it is heard. */
import { accessGranted, accessRevoked, libraryApi } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootLibrary, mediaOf, paid, refunded } from './boot-library.ts';
import { announcedOf, asha, hasAccess, order, shelfOf } from './shelves.ts';

describe('a refund', () => {
  it('closes the item and tells the reader’s pages (LIB-13)', async () => {
    await using service = await bootLibrary();
    await service.deliver(mediaOf('book'));
    await service.deliver(paid(order('o1')));
    await service.deliver(refunded(order('o1')));
    await service.deliver(refunded(order('o1')));

    expect(await hasAccess(service)).toBe(false);
    expect(await shelfOf(service)).toEqual([]);
    expect(await service.said()).toHaveLength(2);
    expect((await announcedOf(service, accessRevoked)).map(({ data }) => data)).toEqual([
      { userId: 'asha', mediaId: 'book', mediaType: 'ebook', format: 'text' },
    ]);
    const { grants } = await service.as(asha, libraryApi).exportMine();
    expect(grants[0]?.revokedAt).toMatch(/^20/);
  });

  it('heard many times at once closes once and is said once (LIB-13)', async () => {
    await using service = await bootLibrary();
    await service.deliver(paid(order('o1', 'book', 'film')));
    await Promise.all(
      Array.from({ length: 8 }, () => service.deliver(refunded(order('o1', 'book', 'film')))),
    );

    expect(await shelfOf(service)).toEqual([]);
    expect(await announcedOf(service, accessRevoked)).toHaveLength(2);
  });

  it('heard before its payment leaves nothing open, in any order of repeats (LIB-13)', async () => {
    await using service = await bootLibrary();
    await service.deliver(refunded(order('o1')));
    await service.deliver(paid(order('o1')));
    await service.deliver(refunded(order('o1')));
    await service.deliver(paid(order('o1')));

    expect(await shelfOf(service)).toEqual([]);
    expect(await announcedOf(service, accessGranted)).toEqual([]);
    expect(await announcedOf(service, accessRevoked)).toEqual([]);
  });

  it('heard at the same time as its payment leaves nothing open', async () => {
    await using service = await bootLibrary();
    const ids = Array.from({ length: 10 }, (_, index) => `o${index}`);
    await Promise.all(
      ids.flatMap((id) => [
        service.deliver(paid(order(id, id))),
        service.deliver(refunded(order(id, id))),
        service.deliver(paid(order(id, id))),
      ]),
    );

    expect(await shelfOf(service)).toEqual([]);
  });

  it('is undone by buying again, and a late repeat of the refund does not close it', async () => {
    await using service = await bootLibrary();
    await service.deliver(paid(order('o1')));
    await service.deliver(refunded(order('o1')));
    await service.deliver(paid(order('o2')));
    await service.deliver(refunded(order('o1')));
    await service.deliver(paid(order('o1')));

    expect(await shelfOf(service)).toHaveLength(1);
    expect(await announcedOf(service, accessGranted)).toHaveLength(2);
    await service.deliver(refunded(order('o2')));
    expect(await shelfOf(service)).toEqual([]);
  });

  it('of one of two orders for the same item leaves the other standing', async () => {
    await using service = await bootLibrary();
    await service.deliver(paid(order('o1')));
    await service.deliver(paid(order('o2')));
    await service.deliver(refunded(order('o1')));
    expect(await shelfOf(service)).toHaveLength(1);
    expect(await announcedOf(service, accessRevoked)).toEqual([]);

    await service.deliver(refunded(order('o2')));
    expect(await shelfOf(service)).toEqual([]);
  });
});
