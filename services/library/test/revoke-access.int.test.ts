/** Revocation of grants by refunds, in any order of delivery. */
import { accessGranted, accessRevoked, libraryApi } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { asha, entriesOf, hasAccess, order, publishedEvents } from './access-fixture.ts';
import { bootLibrary, mediaOf, paid, refunded } from './boot-library.ts';

describe('a refund', () => {
  it('revokes access and notifies the reader’s pages (LIB-13)', async () => {
    await using service = await bootLibrary();
    await service.deliver(mediaOf('book'));
    await service.deliver(paid(order('o1')));
    await service.deliver(refunded(order('o1')));
    await service.deliver(refunded(order('o1')));

    expect(await hasAccess(service)).toBe(false);
    expect(await entriesOf(service)).toEqual([]);
    expect(await service.liveMessages()).toHaveLength(2);
    expect((await publishedEvents(service, accessRevoked)).map(({ data }) => data)).toEqual([
      { userId: 'asha', mediaId: 'book', mediaType: 'ebook', format: 'text' },
    ]);
    const { grants } = await service.as(asha, libraryApi).exportMine();
    expect(grants[0]?.revokedAt).toMatch(/^20/);
  });

  it('delivered concurrently revokes and publishes once (LIB-13)', async () => {
    await using service = await bootLibrary();
    await service.deliver(paid(order('o1', 'book', 'film')));
    await Promise.all(
      Array.from({ length: 8 }, () => service.deliver(refunded(order('o1', 'book', 'film')))),
    );

    expect(await entriesOf(service)).toEqual([]);
    expect(await publishedEvents(service, accessRevoked)).toHaveLength(2);
  });

  it('delivered before its payment leaves no access, in any order of repeats (LIB-13)', async () => {
    await using service = await bootLibrary();
    await service.deliver(refunded(order('o1')));
    await service.deliver(paid(order('o1')));
    await service.deliver(refunded(order('o1')));
    await service.deliver(paid(order('o1')));

    expect(await entriesOf(service)).toEqual([]);
    expect(await publishedEvents(service, accessGranted)).toEqual([]);
    expect(await publishedEvents(service, accessRevoked)).toEqual([]);
  });

  it('delivered concurrently with its payment leaves no access', async () => {
    await using service = await bootLibrary();
    const ids = Array.from({ length: 10 }, (_, index) => `o${index}`);
    await Promise.all(
      ids.flatMap((id) => [
        service.deliver(paid(order(id, id))),
        service.deliver(refunded(order(id, id))),
        service.deliver(paid(order(id, id))),
      ]),
    );

    expect(await entriesOf(service)).toEqual([]);
  });

  it('is undone by a new order, and a late repeat of the refund does not revoke it', async () => {
    await using service = await bootLibrary();
    await service.deliver(paid(order('o1')));
    await service.deliver(refunded(order('o1')));
    await service.deliver(paid(order('o2')));
    await service.deliver(refunded(order('o1')));
    await service.deliver(paid(order('o1')));

    expect(await entriesOf(service)).toHaveLength(1);
    expect(await publishedEvents(service, accessGranted)).toHaveLength(2);
    await service.deliver(refunded(order('o2')));
    expect(await entriesOf(service)).toEqual([]);
  });

  it('of one of two orders for an item keeps the access of the other', async () => {
    await using service = await bootLibrary();
    await service.deliver(paid(order('o1')));
    await service.deliver(paid(order('o2')));
    await service.deliver(refunded(order('o1')));
    expect(await entriesOf(service)).toHaveLength(1);
    expect(await publishedEvents(service, accessRevoked)).toEqual([]);

    await service.deliver(refunded(order('o2')));
    expect(await entriesOf(service)).toEqual([]);
  });
});
