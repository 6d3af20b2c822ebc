/** The holdings endpoint that identity calls for accounts with an unverified address (decision 0053). */
import { type Booted, TEST_INTERNAL_SECRET, testUser, tokenOf } from '@satrangi/chassis/testing';
import { libraryApi } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { asha, bela, book, order } from './access-fixture.ts';
import { bootLibrary, mediaOf, paid, refunded, stored } from './boot-library.ts';

const DAY_MS = 86_400_000;
const headers = { 'x-internal-secret': TEST_INTERNAL_SECRET };
const owns = async (service: Booted, { userId } = asha): Promise<boolean> =>
  (await service.as('visitor', libraryApi).holdings({ params: { userId } }, { headers })).owns;
const createGift = (service: Booted, expiresAt: string | null) =>
  service.as(testUser({ role: 'ADMIN' }), libraryApi).grantManually({
    body: {
      userId: asha.userId,
      mediaId: book,
      mediaType: 'ebook',
      format: 'text',
      reason: 'review copy',
      expiresAt,
    },
  });

describe('holdings', () => {
  it('are true with a purchase until its refund, for this reader only', async () => {
    await using service = await bootLibrary();
    expect(await owns(service)).toBe(false);

    await service.deliver(paid(order('o1')));
    expect([await owns(service), await owns(service, bela)]).toEqual([true, false]);

    await service.deliver(refunded(order('o1')));
    expect(await owns(service)).toBe(false);
  });

  it('are true with a gift, and with a loan until its end', async () => {
    await using service = await bootLibrary();
    await service.deliver(mediaOf('book'));
    await createGift(service, new Date(service.clock.now().getTime() + DAY_MS).toISOString());
    expect(await owns(service)).toBe(true);

    service.clock.advance(2 * DAY_MS);
    await service.runJob('end-loans');
    expect(await owns(service)).toBe(false);

    await createGift(service, null);
    expect(await owns(service)).toBe(true);
  });

  it('are true with progress in a free item', async () => {
    await using service = await bootLibrary();
    await service.deliver(
      mediaOf('book', { priceINR: 0, priceUSD: 0, file: await stored(service, Buffer.from('%PDF-1.4'), 1) }),
    );
    await service.as(asha, libraryApi).putProgress({
      params: { mediaId: book },
      body: { format: 'text', page: 2, pages: 9, at: '2026-01-01T00:00:00Z' },
    });

    expect(await owns(service)).toBe(true);
  });

  it('are for services only', async () => {
    await using service = await bootLibrary();
    const url = `${service.url}/internal/library/holdings/asha`;
    const bearers: Record<string, string>[] = [
      {},
      { authorization: `Bearer ${tokenOf(asha)}` },
      { authorization: `Bearer ${tokenOf(testUser({ role: 'ADMIN' }))}` },
      { 'x-internal-secret': 'guess' },
    ];

    for (const bearer of bearers) expect((await fetch(url, { headers: bearer })).status).toBe(401);
  });
});
