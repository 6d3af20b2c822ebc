import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PlaybackPosition } from '../../lib/playback-position.ts';
import { connectVideo } from './video-source.ts';

/** A video element without media. */
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
const saver = { saveDebounced: vi.fn(), saveThrottled: vi.fn(), flush: vi.fn() };
const onFailed = vi.fn();
const openStream = vi.fn();

const connect = (stored: PlaybackPosition | null = null) =>
  connectVideo(video, {
    openStream,
    findPosition: async () => stored,
    saver,
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
    return { url: `/stream?ticket=${count}`, expiresAt: now + 600_000 };
  });
});

describe('a film', () => {
  it('resumes five seconds before the stored position (LIB-21)', async () => {
    await connect({ seconds: 300, duration: 840, at: '2026-11-01T00:00:00.000Z' }).start();
    expect(video.currentTime).toBe(295);
    expect(video.play).toHaveBeenCalledTimes(1);
  });

  it('resumes there after a retry, when its first stream did not open', async () => {
    openStream.mockRejectedValueOnce(new TypeError('offline'));
    const source = connect({ seconds: 300, duration: 840, at: '2026-11-01T00:00:00.000Z' });
    await source.start();
    expect(onFailed).toHaveBeenLastCalledWith(true);

    await source.retry();

    expect(video.currentTime).toBe(295);
  });

  it('renews an expired stream URL when seeking, at the requested position', async () => {
    const source = connect();
    await source.start();
    now += 590_000;
    source.seek(400);
    await vi.waitFor(() => expect(video.src).toBe('/stream?ticket=2'));
    expect(video.currentTime).toBe(400);
  });

  it('renews the URL once after a media error, then fails', async () => {
    await connect().start();
    now += 60_000;
    video.currentTime = 55;
    video.dispatchEvent(new Event('error'));
    await vi.waitFor(() => expect(openStream).toHaveBeenCalledTimes(2));
    expect(video.currentTime).toBe(55);

    video.dispatchEvent(new Event('error'));

    expect(onFailed).toHaveBeenLastCalledWith(true);
    expect(openStream).toHaveBeenCalledTimes(2);
  });

  it('saves its position during playback, on pause, and when the page is left', async () => {
    const source = connect();
    await source.start();
    video.currentTime = 12;
    video.dispatchEvent(new Event('timeupdate'));
    expect(saver.saveThrottled).toHaveBeenLastCalledWith(
      expect.objectContaining({ seconds: 12, duration: 840 }),
    );
    source.disconnect();
    expect(saver.saveDebounced).toHaveBeenLastCalledWith(expect.objectContaining({ seconds: 12 }));
    expect(saver.flush).toHaveBeenCalled();
  });
});
