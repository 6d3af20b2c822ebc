import { testUser } from '@satrangi/chassis/testing';
import { useFixture } from '@satrangi/chassis/use-fixture';
import { libraryApi, MediaId, type Progress } from '@satrangi/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { bootLibrary, mediaOf, ofKind, paid, refunded } from './boot-library.ts';

const mediaId = MediaId.parse('book');
const params = { mediaId };

const service = useFixture(bootLibrary);
/** A new owner of the book for each test, so that tests do not share progress. */
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
  await service.deliver(mediaOf('book'));
  await service.deliver(mediaOf('gift', { priceINR: 0 }));
});

describe('the progress in a book', () => {
  it('is null at first, then stored and listed with the entry (LIB-21)', async () => {
    const reader = await newOwner();
    expect(await reader.getProgress({ params })).toEqual({ progress: null });
    await reader.putProgress({ params, body: at(47, 1) });

    const stored = { format: 'text', page: 47, pages: 90, at: '2026-01-01T10:01:00.000Z' };
    expect(await reader.getProgress({ params })).toEqual({ progress: stored });
    const entries = await reader.listEntries();
    expect(entries.find(({ format }) => format === 'text')?.progress).toEqual(stored);
    expect(entries.find(({ format }) => format === 'audio')?.progress).toBeNull();
  });

  it('is the newest by the device’s clock, in any order of arrival (LIB-22)', async () => {
    const reader = await newOwner();
    await reader.putProgress({ params, body: at(50, 5) });
    const answer = await reader.putProgress({ params, body: at(12, 3) });

    expect(pageOf(answer.progress)).toBe(50);
    expect(pageOf((await reader.putProgress({ params, body: at(10, 6) })).progress)).toBe(10);
  });

  it('compares times, not their notation', async () => {
    const reader = await newOwner();
    await reader.putProgress({ params, body: { ...at(50, 5), at: '2026-01-01T10:05:00.500Z' } });
    await reader.putProgress({ params, body: { ...at(12, 5), at: '2026-01-01T10:05:00Z' } });

    expect(pageOf((await reader.getProgress({ params })).progress)).toBe(50);
  });

  it('is the newest after concurrent updates from several devices', async () => {
    const reader = await newOwner();
    const minutes = Array.from({ length: 20 }, (_, index) => (index * 7) % 20);
    await Promise.all(minutes.map((minute) => reader.putProgress({ params, body: at(minute + 1, minute) })));

    expect(pageOf((await reader.getProgress({ params })).progress)).toBe(20);
  });

  it('of a clock that runs ahead is clamped to now, so that a later update wins', async () => {
    const reader = await newOwner();
    await reader.putProgress({ params, body: { ...at(80, 0), at: '2999-01-01T00:00:00Z' } });
    service.clock.advance(60_000);
    const now = new Date(service.clock.now().getTime() - 1_000).toISOString();
    await reader.putProgress({ params, body: { ...at(81, 0), at: now } });

    expect(pageOf((await reader.getProgress({ params })).progress)).toBe(81);
  });

  it('is stored for owners and for readers of free items only', async () => {
    const stranger = service.as(testUser(), libraryApi);
    const refused = stranger.putProgress({ params, body: at(1, 1) });
    await expect(refused).rejects.toMatchObject({ code: 'purchase-required', message: 'Purchase required' });
    const gift = { params: { mediaId: MediaId.parse('gift') }, body: at(1, 1) };
    await expect(stranger.putProgress(gift)).resolves.toMatchObject({ progress: { page: 1 } });
    await expect(service.as('visitor', libraryApi).putProgress(gift)).rejects.toMatchObject({ status: 401 });
    const unknown = { params: { mediaId: MediaId.parse('nothing') }, body: at(1, 1) };
    await expect(stranger.putProgress(unknown)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('beyond the last page is refused', async () => {
    const reader = await newOwner();
    await expect(reader.putProgress({ params, body: { ...at(91, 1) } })).rejects.toMatchObject({
      status: 400,
    });
  });

  it('of one reader is not visible to another', async () => {
    const [reader, other] = [await newOwner(), await newOwner()];
    await reader.putProgress({ params, body: at(33, 1) });

    expect(await other.getProgress({ params })).toEqual({ progress: null });
    expect((await other.listEntries()).every(({ progress }) => progress === null)).toBe(true);
  });
});

describe('the progress in a recording or a film', () => {
  const film = { mediaId: MediaId.parse('film') };
  const played = (seconds: number, minute: number, format: 'audio' | 'video' | 'archive' = 'video') => ({
    format,
    seconds,
    duration: 5_400,
    at: `2026-01-01T10:${String(minute).padStart(2, '0')}:00.000Z`,
  });
  const newViewer = async () => {
    await service.deliver(mediaOf('film', { mediaType: 'short-film', formats: ['video'] }));
    const viewer = testUser();
    const items = [ofKind('film', 'short-film', 'video')];
    await service.deliver(paid({ orderId: `film-${viewer.userId}`, userId: viewer.userId, items }));
    return service.as(viewer, libraryApi);
  };

  it('is stored in seconds; an older update never overwrites a newer one (LIB-21, LIB-22)', async () => {
    const viewer = await newViewer();
    await viewer.putProgress({ params: film, body: played(61.25, 5) });
    const { progress } = await viewer.putProgress({ params: film, body: played(7, 4) });

    expect(progress).toEqual(played(61.25, 5));
    expect(await viewer.getProgress({ params: film })).toEqual({ progress });
    expect((await viewer.listEntries())[0]?.progress).toEqual(progress);
  });

  it('is separate for each format; without a format the newest is returned', async () => {
    const viewer = await newViewer();
    await viewer.putProgress({ params: film, body: played(100, 5, 'video') });
    await viewer.putProgress({ params: film, body: played(200, 3, 'audio') });
    const secondsOf = async (format?: 'audio' | 'video' | 'text') => {
      const { progress } = await viewer.getProgress({ params: film, query: { format } });
      return progress && 'seconds' in progress ? progress.seconds : null;
    };

    expect([await secondsOf(), await secondsOf('audio'), await secondsOf('text')]).toEqual([100, 200, null]);
  });

  it.each([
    [{ seconds: 5_402 }, 'The position is beyond the end'],
    [{ seconds: -1 }, null],
    [{ duration: 0 }, null],
    [{ seconds: Number.NaN }, null],
    [{ format: 'text' }, null],
    [{ at: 'yesterday' }, null],
  ])('of %o is refused', async (changes, sentence) => {
    const viewer = await newViewer();
    const body = { ...played(1, 1), ...changes } as ReturnType<typeof played>;
    const refused = viewer.putProgress({ params: film, body });
    await expect(refused).rejects.toMatchObject({ status: 400, ...(sentence ? { message: sentence } : {}) });
    expect(await viewer.getProgress({ params: film })).toEqual({ progress: null });
  });

  it('is listed newest first, with title and kind, until it is deleted (LIB-21)', async () => {
    const viewer = await newViewer();
    await service.deliver(mediaOf('other', { priceINR: 0, title: 'Other' }));
    const other = { mediaId: MediaId.parse('other') };
    await viewer.putProgress({ params: film, body: played(5, 5) });
    await viewer.putProgress({ params: other, body: at(3, 9) });

    const list = await viewer.listProgress();
    expect(list).toMatchObject([
      { mediaId: 'other', mediaType: 'ebook', media: { title: 'Other' }, progress: { page: 3 } },
      { mediaId: 'film', mediaType: 'shortfilm', progress: { seconds: 5, format: 'video' } },
    ]);
    expect(await viewer.listProgress({ query: { limit: 1 } })).toHaveLength(1);
    await viewer.deleteProgress({ params: other });
    await viewer.deleteProgress({ params: other });
    expect((await viewer.listProgress()).map(({ mediaId }) => mediaId)).toEqual(['film']);
    await expect(service.as('visitor', libraryApi).listProgress()).rejects.toMatchObject({ status: 401 });
  });

  it('of a refunded or withdrawn item is not listed', async () => {
    const viewer = testUser();
    const order = {
      orderId: 'gone',
      userId: viewer.userId,
      items: [{ mediaId: 'gone' }, { mediaId: 'kept' }],
    };
    await service.deliver(mediaOf('gone'));
    await service.deliver(mediaOf('free-gone', { priceINR: 0 }));
    await service.deliver(paid(order));
    const { putProgress, listProgress } = service.as(viewer, libraryApi);
    for (const id of ['gone', 'kept', 'free-gone'])
      await putProgress({ params: { mediaId: MediaId.parse(id) }, body: at(1, 1) });
    expect(await listProgress()).toHaveLength(3);

    await service.deliver(refunded(order));
    await service.deliver(mediaOf('free-gone', { priceINR: 0, status: 'withdrawn', version: 2 }));
    expect(await listProgress()).toEqual([]);
  });
});
