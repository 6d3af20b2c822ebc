import { anEvent, type Booted, testUser } from '@satrangi/chassis/testing';
import { accessGranted, accessRevoked, libraryApi, MediaId, UserId, userDeleted } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootLibrary, mediaOf, paid, refunded } from './boot-library.ts';

const admin = testUser({ userId: 'the-admin', role: 'ADMIN' });
const asha = testUser({ userId: 'asha' });
const mediaId = MediaId.parse('book');
const order = { orderId: 'o1', userId: 'asha', items: [{ mediaId: 'book' }] };
const request = {
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
const adminApi = (service: Booted) => service.as(admin, libraryApi);
const hasAccess = async (service: Booted) =>
  (await service.as(asha, libraryApi).checkAccess({ params: { mediaId } })).hasAccess;
const accessEvents = async (service: Booted) =>
  (await service.publishedEvents())
    .map(({ type }) => type)
    .filter((type) => type === accessGranted.type || type === accessRevoked.type)
    .map((type) => (type === accessGranted.type ? 'granted' : 'revoked'));
const inDays = (service: Booted, days: number): string =>
  new Date(service.clock.now().getTime() + days * 86_400_000).toISOString();

describe('a manual grant', () => {
  it('gives access, notifies the reader’s pages and can be revoked; both are audited (LIB-14)', async () => {
    await using service = await boot();
    const gift = await adminApi(service).grantManually({ body: request });

    expect(gift).toMatchObject({ ...request, grantedBy: 'the-admin', expiresAt: null });
    expect(await hasAccess(service)).toBe(true);
    expect((await service.as(asha, libraryApi).listEntries())[0]).toMatchObject({
      media: { title: 'The Monsoon Register' },
      format: 'text',
    });
    expect(await adminApi(service).listManualGrants({ query: { userId: request.userId } })).toEqual([gift]);

    await adminApi(service).revokeManually({ params: { id: gift._id } });
    expect(await hasAccess(service)).toBe(false);
    expect(await adminApi(service).listManualGrants()).toEqual([]);
    expect(await accessEvents(service)).toEqual(['granted', 'revoked']);
    expect((await service.liveMessages()).map(({ audience }) => audience)).toEqual([
      { to: 'user', userId: 'asha' },
      { to: 'user', userId: 'asha' },
    ]);
    const about = { by: 'the-admin', userId: 'asha', mediaId: 'book', about: gift._id };
    const actions = (await adminApi(service).listAudit()).map(({ _id, at, ...line }) => line);
    expect(actions).toHaveLength(2);
    expect(actions).toEqual(
      expect.arrayContaining([
        { ...about, act: 'grant' },
        { ...about, act: 'revoke' },
      ]),
    );
  });

  it('is idempotent for concurrent and repeated requests, and keeps its id (LIB-04, LIB-14)', async () => {
    await using service = await boot();
    const gifts = await Promise.all(
      Array.from({ length: 8 }, () => adminApi(service).grantManually({ body: request })),
    );
    const [kept] = await adminApi(service).listManualGrants();
    const again = await adminApi(service).grantManually({ body: { ...request, reason: 'A second reason' } });

    expect(gifts.map(({ _id }) => _id)).toContain(kept?._id);
    expect(again).toMatchObject({ _id: kept?._id, reason: 'A second reason' });
    expect(await adminApi(service).listManualGrants()).toHaveLength(1);
    expect(await service.as(asha, libraryApi).listEntries()).toHaveLength(1);
    expect(await accessEvents(service)).toEqual(['granted']);
  });

  it('and an order for one item: access ends with the last of them, and is published once (LIB-13)', async () => {
    await using service = await boot();
    const { _id } = await adminApi(service).grantManually({ body: request });
    await service.deliver(paid(order));
    await service.deliver(refunded(order));
    await service.deliver(refunded(order));
    expect(await hasAccess(service)).toBe(true);
    expect(await accessEvents(service)).toEqual(['granted']);

    await adminApi(service).revokeManually({ params: { id: _id } });
    expect(await hasAccess(service)).toBe(false);
    await service.deliver(paid(order));
    expect(await hasAccess(service)).toBe(false);
    expect(await accessEvents(service)).toEqual(['granted', 'revoked']);
  });

  it('revoked while it is repeated is removed or becomes another gift', async () => {
    await using service = await boot();
    for (let n = 0; n < 5; n += 1) {
      const { _id } = await adminApi(service).grantManually({ body: request });
      const longer = { ...request, expiresAt: inDays(service, n + 1) };
      await Promise.all([
        adminApi(service).revokeManually({ params: { id: _id } }),
        adminApi(service).grantManually({ body: longer }),
      ]);
      const left = await adminApi(service).listManualGrants();
      expect(left.map((gift) => gift._id)).not.toContain(_id);
      expect(await hasAccess(service)).toBe(left.length === 1);
    }
  });

  it('revoked keeps the access of a paid order', async () => {
    await using service = await boot();
    await service.deliver(paid(order));
    const { _id } = await adminApi(service).grantManually({ body: request });
    await adminApi(service).revokeManually({ params: { id: _id } });

    expect(await hasAccess(service)).toBe(true);
    expect(await accessEvents(service)).toEqual(['granted']);
    await service.deliver(refunded(order));
    expect(await hasAccess(service)).toBe(false);
    expect(await accessEvents(service)).toEqual(['granted', 'revoked']);
  });

  it.each([
    ['an unknown item', { mediaId: MediaId.parse('nothing') }, 404, 'Not found'],
    ['another kind', { mediaType: 'shortfilm' }, 400, 'That item is of another media type'],
    ['an invalid kind', { mediaType: 'song' }, 400, 'That media type is not known'],
    ['a format it does not have', { format: 'audio' as const }, 400, 'That item has no such format'],
    ['no reason', { reason: '  ' }, 400, 'Reason required'],
    ['an end in the past', { expiresAt: '2020-01-01T00:00:00Z' }, 400, 'The end must lie in the future'],
  ])('with %s is refused and changes nothing', async (_name, changes, status, message) => {
    await using service = await boot();
    const refused = adminApi(service).grantManually({ body: { ...request, ...changes } });

    await expect(refused).rejects.toMatchObject({ status, message });
    expect(await adminApi(service).listManualGrants()).toEqual([]);
    expect(await adminApi(service).listAudit()).toEqual([]);
  });

  it('is for admins only, and revoking an unknown id answers 404', async () => {
    await using service = await boot();
    const reader = service.as(asha, libraryApi);
    for (const attempt of [
      () => reader.grantManually({ body: request }),
      () => reader.listManualGrants(),
      () => reader.revokeManually({ params: { id: 'x' } }),
      () => reader.listAudit(),
    ])
      await expect(attempt()).rejects.toMatchObject({ status: 403 });
    await expect(adminApi(service).revokeManually({ params: { id: 'x' } })).rejects.toMatchObject({
      status: 404,
      message: 'Grant not found',
    });
  });

  it('for a deleted account is refused', async () => {
    await using service = await boot();
    await service.deliver(anEvent(userDeleted, { data: { userId: 'asha' } }));
    await expect(adminApi(service).grantManually({ body: request })).rejects.toMatchObject({
      message: 'User not found',
    });
  });
});

describe('a loan', () => {
  it('gives access until its end, then its revocation is published once (LIB-15)', async () => {
    await using service = await boot();
    const expiresAt = inDays(service, 14);
    await adminApi(service).grantManually({ body: { ...request, expiresAt } });
    expect((await service.as(asha, libraryApi).listEntries())[0]).toMatchObject({ expiresAt });

    service.clock.advance(13.9 * 86_400_000);
    await service.runJob('end-loans');
    expect(await hasAccess(service)).toBe(true);
    service.clock.advance(0.2 * 86_400_000);
    expect(await hasAccess(service)).toBe(false);
    expect(await service.as(asha, libraryApi).listEntries()).toEqual([]);
    await Promise.all([service.runJob('end-loans'), service.runJob('end-loans')]);
    await service.runJob('end-loans');
    expect(await accessEvents(service)).toEqual(['granted', 'revoked']);
  });

  it('keeps access when the item was bought, and when the loan was extended', async () => {
    await using service = await boot();
    await adminApi(service).grantManually({ body: { ...request, expiresAt: inDays(service, 1) } });
    await adminApi(service).grantManually({ body: { ...request, expiresAt: inDays(service, 3) } });
    service.clock.advance(2 * 86_400_000);
    await service.runJob('end-loans');
    expect(await hasAccess(service)).toBe(true);

    await service.deliver(paid(order));
    expect((await service.as(asha, libraryApi).listEntries())[0]).not.toHaveProperty('expiresAt');
    service.clock.advance(2 * 86_400_000);
    await service.runJob('end-loans');
    expect(await hasAccess(service)).toBe(true);
    expect(await accessEvents(service)).toEqual(['granted']);
  });
});
