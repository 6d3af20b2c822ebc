import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Moment } from '../../lib/moments.ts';
import { joinVideo } from './video-source.ts';

/** A video element without pictures. */
class FakeVideo extends EventTarget {
  src = '';
  currentTime = 0;
  duration = 840;
  paused = true;
  seeking = false;
  play = vi.fn(async () => {
    this.paused = false;
  });
  pause(): void {
    this.paused = true;
    this.dispatchEvent(new Event('pause'));
  }
}

let now = 0;
let video = new FakeVideo();
const keeper = { moved: vi.fn(), passing: vi.fn(), flush: vi.fn() };
const onFailed = vi.fn();
const openStream = vi.fn();

const join = (found: Moment | null = null) =>
  joinVideo(video, {
    openStream,
    findMoment: async () => found,
    keeper,
    onFailed,
    now: () => now,
  });

beforeEach(() => {
  now = 1_000_000;
  video = new FakeVideo();
  vi.clearAllMocks();
  let count = 0;
  openStream.mockImplementation(async () => {
    count += 1;
    return { url: `/stream?ticket=${count}`, until: now + 600_000 };
  });
});

describe('a film', () => {
  it('goes on five seconds before where somebody left off (LIB-21)', async () => {
    await join({ seconds: 300, duration: 840, at: '2026-11-01T00:00:00.000Z' }).begin();
    expect(video.currentTime).toBe(295);
    expect(video.play).toHaveBeenCalledTimes(1);
  });

  it('renews an address that ran out when somebody jumps, at the second that was asked for', async () => {
    const source = join();
    await source.begin();
    now += 590_000;
    source.seek(400);
    await vi.waitFor(() => expect(video.src).toBe('/stream?ticket=2'));
    expect(video.currentTime).toBe(400);
  });

  it('renews once when the browser trips over the address, then says that it failed', async () => {
    await join().begin();
    now += 60_000;
    video.currentTime = 55;
    video.dispatchEvent(new Event('error'));
    await vi.waitFor(() => expect(openStream).toHaveBeenCalledTimes(2));
    expect(video.currentTime).toBe(55);

    video.dispatchEvent(new Event('error'));

    expect(onFailed).toHaveBeenLastCalledWith(true);
    expect(openStream).toHaveBeenCalledTimes(2);
  });

  it('keeps its place while it plays, on a pause, and when the page is left', async () => {
    const source = join();
    await source.begin();
    video.currentTime = 12;
    video.dispatchEvent(new Event('timeupdate'));
    expect(keeper.passing).toHaveBeenLastCalledWith(expect.objectContaining({ seconds: 12, duration: 840 }));
    source.leave();
    expect(keeper.moved).toHaveBeenLastCalledWith(expect.objectContaining({ seconds: 12 }));
    expect(keeper.flush).toHaveBeenCalled();
  });
});
