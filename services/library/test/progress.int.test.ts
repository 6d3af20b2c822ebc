import { type Booted, testUser } from '@satrangi/chassis/testing';
import { libraryApi, MediaId, type Progress } from '@satrangi/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bootLibrary, mediaOf, paid } from './boot-library.ts';

const mediaId = MediaId.parse('book');
const params = { mediaId };

let service: Booted;
/** A new owner of the book each time: tests do not read each other's places. */
const newOwner = async () => {
  const owner = testUser();
  const items = [{ mediaId: 'book' }, { mediaId: 'book', format: 'audio' as const }];
  await service.deliver(paid({ orderId: `order-${owner.userId}`, userId: owner.userId, items }));
  return service.as(owner, libraryApi);
};
const at = (page: number, minute: number) => ({
  format: 'text' as const,
  page,
  pages: 90,
  at: `2026-01-01T10:${String(minute).padStart(2, '0')}:00Z`,
});
const pageOf = (progress: Progress | null): number | null =>
  progress && 'page' in progress ? progress.page : null;

beforeAll(async () => {
  service = await bootLibrary();
  await service.deliver(mediaOf('book'));
  await service.deliver(mediaOf('gift', { priceINR: 0 }));
});
afterAll(() => service.stop());

describe('the place in a book', () => {
  it('is unknown at first, then remembered and shown on the shelf', async () => {
    const reader = await newOwner();
    expect(await reader.getProgress({ params })).toEqual({ progress: null });
    await reader.putProgress({ params, body: at(47, 1) });

    const place = { format: 'text', page: 47, pages: 90, at: '2026-01-01T10:01:00.000Z' };
    expect(await reader.getProgress({ params })).toEqual({ progress: place });
    const shelf = await reader.listEntries();
    expect(shelf.find(({ format }) => format === 'text')?.progress).toEqual(place);
    expect(shelf.find(({ format }) => format === 'audio')?.progress).toBeNull();
  });

  it('is the newest by the reader’s clock, whatever arrives last', async () => {
    const reader = await newOwner();
    await reader.putProgress({ params, body: at(50, 5) });
    const answer = await reader.putProgress({ params, body: at(12, 3) });

    expect(pageOf(answer.progress)).toBe(50);
    expect(pageOf((await reader.putProgress({ params, body: at(10, 6) })).progress)).toBe(10);
  });

  it('compares times, not their spelling', async () => {
    const reader = await newOwner();
    await reader.putProgress({ params, body: { ...at(50, 5), at: '2026-01-01T10:05:00.500Z' } });
    await reader.putProgress({ params, body: { ...at(12, 5), at: '2026-01-01T10:05:00Z' } });

    expect(pageOf((await reader.getProgress({ params })).progress)).toBe(50);
  });

  it('is the newest also when many devices speak at once', async () => {
    const reader = await newOwner();
    const minutes = Array.from({ length: 20 }, (_, index) => (index * 7) % 20);
    await Promise.all(minutes.map((minute) => reader.putProgress({ params, body: at(minute + 1, minute) })));

    expect(pageOf((await reader.getProgress({ params })).progress)).toBe(20);
  });

  it('of a clock that runs ahead counts as now, so that a later true one still wins', async () => {
    const reader = await newOwner();
    await reader.putProgress({ params, body: { ...at(80, 0), at: '2999-01-01T00:00:00Z' } });
    service.clock.advance(60_000);
    const now = new Date(service.clock.now().getTime() - 1_000).toISOString();
    await reader.putProgress({ params, body: { ...at(81, 0), at: now } });

    expect(pageOf((await reader.getProgress({ params })).progress)).toBe(81);
  });

  it('is kept for owners and for readers of free items only', async () => {
    const stranger = service.as(testUser(), libraryApi);
    const refused = stranger.putProgress({ params, body: at(1, 1) });
    await expect(refused).rejects.toMatchObject({ code: 'purchase-required', message: 'Purchase required' });
    const gift = { params: { mediaId: MediaId.parse('gift') }, body: at(1, 1) };
    await expect(stranger.putProgress(gift)).resolves.toMatchObject({ progress: { page: 1 } });
    await expect(service.as('visitor', libraryApi).putProgress(gift)).rejects.toMatchObject({ status: 401 });
    const unknown = { params: { mediaId: MediaId.parse('nothing') }, body: at(1, 1) };
    await expect(stranger.putProgress(unknown)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('is refused beyond the last page', async () => {
    const reader = await newOwner();
    await expect(reader.putProgress({ params, body: { ...at(91, 1) } })).rejects.toMatchObject({
      status: 400,
    });
  });

  it('of one reader is never shown to another', async () => {
    const [reader, other] = [await newOwner(), await newOwner()];
    await reader.putProgress({ params, body: at(33, 1) });

    expect(await other.getProgress({ params })).toEqual({ progress: null });
    expect((await other.listEntries()).every(({ progress }) => progress === null)).toBe(true);
  });
});
