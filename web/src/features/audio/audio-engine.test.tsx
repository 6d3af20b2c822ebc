import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PlaybackPosition } from '../../lib/playback-position.ts';
import { createAudioEngine } from './audio-engine.ts';
import type { AudioTitle } from './audio-title.ts';

const title: AudioTitle = {
  id: 'night-bus',
  mediaType: 'audiostory',
  format: 'audio',
  title: 'Night Bus',
  by: 'Pallavi Desai',
  language: 'en',
  cover: null,
  thumbnailUrl: null,
  chapters: [
    { title: 'One', startSeconds: 0 },
    { title: 'Two', startSeconds: 600 },
  ],
  duration: 1_800,
};

/** A silent audio element controlled by the test. */
class FakeAudio extends EventTarget {
  src = '';
  currentTime = 0;
  duration = 1_800;
  playbackRate = 1;
  volume = 1;
  muted = false;
  paused = true;
  seeking = false;
  readyState = 4;
  play = vi.fn(async () => {
    this.paused = false;
    this.dispatchEvent(new Event('playing'));
  });
  pause(): void {
    if (this.paused) return;
    this.paused = true;
    this.dispatchEvent(new Event('pause'));
  }
  removeAttribute(): void {
    this.src = '';
  }
}

let now = 1_000_000;
const element = { current: new FakeAudio() };
const saveDebounced = vi.fn();
const openStream = vi.fn();

const createEngine = (stored: PlaybackPosition | null | Promise<PlaybackPosition> = null) =>
  createAudioEngine({
    element: element.current,
    openStream,
    findPosition: async () => stored,
    saverFor: () => ({ saveDebounced, saveThrottled: vi.fn(), flush: vi.fn() }),
    preferences: { rate: 1, volume: 1 },
    savePreferences: vi.fn(),
    now: () => now,
  });

const advance = (seconds: number): void => {
  for (let step = 0; step < seconds; step += 1) {
    now += 1_000;
    element.current.currentTime += element.current.playbackRate;
    element.current.dispatchEvent(new Event('timeupdate'));
  }
};

beforeEach(() => {
  now = 1_000_000;
  element.current = new FakeAudio();
  saveDebounced.mockClear();
  let count = 0;
  openStream.mockReset().mockImplementation(async () => {
    count += 1;
    return { url: `/stream?ticket=${count}`, expiresAt: now + 600_000 };
  });
});

describe('the audio player', () => {
  it('resumes five seconds before the stored position (LIB-21)', async () => {
    const engine = createEngine({ seconds: 762, duration: 1_800, at: '2026-11-01T00:00:00.000Z' });

    await engine.open(title);

    expect(element.current.currentTime).toBe(757);
    expect(engine.get().status).toBe('playing');
  });

  it('starts over when it was finished', async () => {
    const engine = createEngine({ seconds: 1_795, duration: 1_800, at: '2026-11-01T00:00:00.000Z' });
    await engine.open(title);
    expect(element.current.currentTime).toBe(0);
  });

  it('renews an expired stream URL before seeking, and keeps the requested position', async () => {
    const engine = createEngine();
    await engine.open(title);
    now += 590_000;

    engine.seek(900);
    await vi.waitFor(() => expect(element.current.src).toBe('/stream?ticket=2'));

    expect(element.current.currentTime).toBe(900);
    expect(engine.get().seconds).toBe(900);
  });

  it('renews the URL once after a media error, then fails', async () => {
    const engine = createEngine();
    await engine.open(title);
    advance(60);

    element.current.dispatchEvent(new Event('error'));
    await vi.waitFor(() => expect(openStream).toHaveBeenCalledTimes(2));
    await vi.waitFor(() => expect(engine.get().status).toBe('playing'));
    expect(element.current.currentTime).toBe(60);
    element.current.dispatchEvent(new Event('error'));

    expect(engine.get().status).toBe('failed');
    expect(openStream).toHaveBeenCalledTimes(2);
  });

  it('retries from the same position with play after a failure', async () => {
    openStream.mockRejectedValueOnce(new TypeError('offline'));
    const engine = createEngine();
    await engine.open(title, 40);
    expect(engine.get().status).toBe('failed');

    await engine.play();

    expect(engine.get().status).toBe('playing');
    expect(element.current.currentTime).toBe(40);
  });

  it('saves the position on pause and seek', async () => {
    const engine = createEngine();
    await engine.open(title);
    advance(10);
    engine.pause();
    expect(saveDebounced).toHaveBeenLastCalledWith(expect.objectContaining({ seconds: 10, duration: 1_800 }));
    engine.skip(30);
    expect(saveDebounced).toHaveBeenLastCalledWith(expect.objectContaining({ seconds: 40 }));
    engine.skip(-100);
    expect(engine.get().seconds).toBe(0);
  });

  it('sleep timer: fades out after minutes of playback, then restores the volume', async () => {
    const engine = createEngine();
    await engine.open(title);
    engine.sleepAfter({ kind: 'minutes', minutes: 5 });
    advance(290);
    expect(element.current.volume).toBeCloseTo(0.5);

    advance(10);

    expect(element.current.paused).toBe(true);
    expect(engine.get().sleep).toBeNull();
    expect(element.current.volume).toBe(1);
  });

  it('sleep timer: stops at the end of the chapter, and five minutes later when extended', async () => {
    const engine = createEngine();
    await engine.open(title, 590);
    engine.sleepAfter({ kind: 'chapter', chapters: 1 });
    advance(5);
    engine.extendSleep();
    advance(304);
    expect(element.current.paused).toBe(false);
    advance(2);
    expect(element.current.paused).toBe(true);
  });

  it('saves nothing for a recording that is opened over another one, before it plays', async () => {
    const engine = createEngine();
    await engine.open(title, 0);
    advance(60);
    // browsers report the pause when the code that paused has ended
    element.current.pause = () => {
      element.current.paused = true;
      for (const type of ['timeupdate', 'pause'])
        queueMicrotask(() => element.current.dispatchEvent(new Event(type)));
    };
    openStream.mockRejectedValueOnce(new TypeError('offline'));

    await engine.open({ ...title, id: 'other' });

    expect(engine.get()).toMatchObject({ title: { id: 'other' }, status: 'failed', seconds: 0 });
    expect(saveDebounced).not.toHaveBeenCalled();
  });

  describe('while the stored position is looked up', () => {
    const open = () => {
      const stored = Promise.withResolvers<PlaybackPosition>();
      const engine = createEngine(stored.promise);
      const opened = engine.open(title);
      const find = async (): Promise<void> => {
        stored.resolve({ seconds: 762, duration: 1_800, at: '2026-11-01T00:00:00.000Z' });
        await opened;
      };
      return { engine, find };
    };

    it('a second press of Play does not start at the beginning', async () => {
      const { engine, find } = open();
      engine.toggle();
      await find();
      await vi.waitFor(() => expect(engine.get().status).toBe('playing'));
      expect(element.current.currentTime).toBe(757);
      expect(openStream).toHaveBeenCalledTimes(1);
    });

    it('plays from where a reader jumps to', async () => {
      const { engine, find } = open();
      engine.seek(600);
      await find();
      await vi.waitFor(() => expect(engine.get().status).toBe('playing'));
      expect(element.current.currentTime).toBe(600);
    });

    it('closing keeps the stored position', async () => {
      const { engine, find } = open();
      engine.close();
      await find();
      expect(saveDebounced).not.toHaveBeenCalled();
      expect(openStream).not.toHaveBeenCalled();
    });
  });

  it('plays the title that was opened last', async () => {
    const firstStream = Promise.withResolvers<{ url: string; expiresAt: number }>();
    openStream.mockReturnValueOnce(firstStream.promise);
    const engine = createEngine();
    const first = engine.open(title, 0);
    await engine.open({ ...title, id: 'other' }, 0);

    firstStream.resolve({ url: '/late', expiresAt: now + 1_000 });
    await first;

    expect(element.current.src).toBe('/stream?ticket=1');
    expect(engine.get().title?.id).toBe('other');
  });
});
