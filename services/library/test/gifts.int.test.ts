import { anEvent, type Booted, testUser } from '@satrangi/chassis/testing';
import { accessGranted, accessRevoked, libraryApi, MediaId, UserId, userDeleted } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootLibrary, mediaOf, paid, refunded } from './boot-library.ts';

const admin = testUser({ userId: 'the-admin', role: 'ADMIN' });
const asha = testUser({ userId: 'asha' });
const mediaId = MediaId.parse('book');
const order = { orderId: 'o1', userId: 'asha', items: [{ mediaId: 'book' }] };
const wish = {
  userId: UserId.parse('asha'),
  mediaId,
  mediaType: 'ebook',
  format: 'text' as const,
  reason: 'Review copy',
};

const boot = async (): Promise<Booted> => {
  const service = await bootLibrary();
  await service.deliver(mediaOf('book'));
  return service;
};
const giver = (service: Booted) => service.as(admin, libraryApi);
const has = async (service: Booted) =>
  (await service.as(asha, libraryApi).checkAccess({ params: { mediaId } })).hasAccess;
const saidTo = async (service: Booted) =>
  (await service.announced())
    .map(({ type }) => type)
    .filter((type) => type === accessGranted.type || type === accessRevoked.type)
    .map((type) => (type === accessGranted.type ? 'granted' : 'revoked'));
const inDays = (service: Booted, days: number): string =>
  new Date(service.clock.now().getTime() + days * 86_400_000).toISOString();

describe('a manual grant', () => {
  it('opens the item, tells the reader’s pages, and is taken back again, each written down (LIB-14)', async () => {
    await using service = await boot();
    const gift = await giver(service).grantManually({ body: wish });

    expect(gift).toMatchObject({ ...wish, grantedBy: 'the-admin', expiresAt: null });
    expect(await has(service)).toBe(true);
    expect((await service.as(asha, libraryApi).listEntries())[0]).toMatchObject({
      media: { title: 'The Monsoon Register' },
      format: 'text',
    });
    expect(await giver(service).listManualGrants({ query: { userId: wish.userId } })).toEqual([gift]);

    await giver(service).revokeManually({ params: { id: gift._id } });
    expect(await has(service)).toBe(false);
    expect(await giver(service).listManualGrants()).toEqual([]);
    expect(await saidTo(service)).toEqual(['granted', 'revoked']);
    expect((await service.said()).map(({ audience }) => audience)).toEqual([
      { to: 'user', userId: 'asha' },
      { to: 'user', userId: 'asha' },
    ]);
    const about = { by: 'the-admin', userId: 'asha', mediaId: 'book', about: gift._id };
    const acts = (await giver(service).listAudit()).map(({ _id, at, ...line }) => line);
    expect(acts).toHaveLength(2);
    expect(acts).toEqual(
      expect.arrayContaining([
        { ...about, act: 'grant' },
        { ...about, act: 'revoke' },
      ]),
    );
  });

  it('given many times at once is one gift, and twice in a row keeps its id (LIB-04, LIB-14)', async () => {
    await using service = await boot();
    const gifts = await Promise.all(
      Array.from({ length: 8 }, () => giver(service).grantManually({ body: wish })),
    );
    const [kept] = await giver(service).listManualGrants();
    const again = await giver(service).grantManually({ body: { ...wish, reason: 'A second reason' } });

    expect(gifts.map(({ _id }) => _id)).toContain(kept?._id);
    expect(again).toMatchObject({ _id: kept?._id, reason: 'A second reason' });
    expect(await giver(service).listManualGrants()).toHaveLength(1);
    expect(await service.as(asha, libraryApi).listEntries()).toHaveLength(1);
    expect(await saidTo(service)).toEqual(['granted']);
  });

  it('and an order carry an item together: it closes when both are gone, and is said once (LIB-13)', async () => {
    await using service = await boot();
    const { _id } = await giver(service).grantManually({ body: wish });
    await service.deliver(paid(order));
    await service.deliver(refunded(order));
    await service.deliver(refunded(order));
    expect(await has(service)).toBe(true);
    expect(await saidTo(service)).toEqual(['granted']);

    await giver(service).revokeManually({ params: { id: _id } });
    expect(await has(service)).toBe(false);
    await service.deliver(paid(order));
    expect(await has(service)).toBe(false);
    expect(await saidTo(service)).toEqual(['granted', 'revoked']);
  });

  it('taken back while it is given again is gone, or given anew as another gift', async () => {
    await using service = await boot();
    for (let n = 0; n < 5; n += 1) {
      const { _id } = await giver(service).grantManually({ body: wish });
      const longer = { ...wish, expiresAt: inDays(service, n + 1) };
      await Promise.all([
        giver(service).revokeManually({ params: { id: _id } }),
        giver(service).grantManually({ body: longer }),
      ]);
      const left = await giver(service).listManualGrants();
      expect(left.map((gift) => gift._id)).not.toContain(_id);
      expect(await has(service)).toBe(left.length === 1);
    }
  });

  it('taken back leaves standing what was paid for', async () => {
    await using service = await boot();
    await service.deliver(paid(order));
    const { _id } = await giver(service).grantManually({ body: wish });
    await giver(service).revokeManually({ params: { id: _id } });

    expect(await has(service)).toBe(true);
    expect(await saidTo(service)).toEqual(['granted']);
    await service.deliver(refunded(order));
    expect(await has(service)).toBe(false);
    expect(await saidTo(service)).toEqual(['granted', 'revoked']);
  });

  it.each([
    ['an unknown item', { mediaId: MediaId.parse('nothing') }, 404, 'Not found'],
    ['another kind', { mediaType: 'shortfilm' }, 400, 'That item is of another media type'],
    ['a kind that is none', { mediaType: 'song' }, 400, 'That media type is not known'],
    ['a format it does not have', { format: 'audio' as const }, 400, 'That item has no such format'],
    ['no reason', { reason: '  ' }, 400, 'Reason required'],
    ['an end that is over', { expiresAt: '2020-01-01T00:00:00Z' }, 400, 'The end must lie in the future'],
  ])('of %s is refused and changes nothing', async (_name, changes, status, message) => {
    await using service = await boot();
    const refused = giver(service).grantManually({ body: { ...wish, ...changes } });

    await expect(refused).rejects.toMatchObject({ status, message });
    expect(await giver(service).listManualGrants()).toEqual([]);
    expect(await giver(service).listAudit()).toEqual([]);
  });

  it('is for admins only, and what is not there can not be taken back', async () => {
    await using service = await boot();
    const reader = service.as(asha, libraryApi);
    for (const refused of [
      () => reader.grantManually({ body: wish }),
      () => reader.listManualGrants(),
      () => reader.revokeManually({ params: { id: 'x' } }),
      () => reader.listAudit(),
    ])
      await expect(refused()).rejects.toMatchObject({ status: 403 });
    await expect(giver(service).revokeManually({ params: { id: 'x' } })).rejects.toMatchObject({
      status: 404,
      message: 'Grant not found',
    });
  });

  it('to a deleted account is refused', async () => {
    await using service = await boot();
    await service.deliver(anEvent(userDeleted, { data: { userId: 'asha' } }));
    await expect(giver(service).grantManually({ body: wish })).rejects.toMatchObject({
      message: 'User not found',
    });
  });
});

describe('a loan', () => {
  it('opens until its end and no moment longer, then the others are told once (LIB-15)', async () => {
    await using service = await boot();
    const expiresAt = inDays(service, 14);
    await giver(service).grantManually({ body: { ...wish, expiresAt } });
    expect((await service.as(asha, libraryApi).listEntries())[0]).toMatchObject({ expiresAt });

    service.clock.advance(13.9 * 86_400_000);
    await service.runJob('end-loans');
    expect(await has(service)).toBe(true);
    service.clock.advance(0.2 * 86_400_000);
    expect(await has(service)).toBe(false);
    expect(await service.as(asha, libraryApi).listEntries()).toEqual([]);
    await Promise.all([service.runJob('end-loans'), service.runJob('end-loans')]);
    await service.runJob('end-loans');
    expect(await saidTo(service)).toEqual(['granted', 'revoked']);
  });

  it('that was bought meanwhile stays, and one made longer goes on', async () => {
    await using service = await boot();
    await giver(service).grantManually({ body: { ...wish, expiresAt: inDays(service, 1) } });
    await giver(service).grantManually({ body: { ...wish, expiresAt: inDays(service, 3) } });
    service.clock.advance(2 * 86_400_000);
    await service.runJob('end-loans');
    expect(await has(service)).toBe(true);

    await service.deliver(paid(order));
    expect((await service.as(asha, libraryApi).listEntries())[0]).not.toHaveProperty('expiresAt');
    service.clock.advance(2 * 86_400_000);
    await service.runJob('end-loans');
    expect(await has(service)).toBe(true);
    expect(await saidTo(service)).toEqual(['granted']);
  });
});
