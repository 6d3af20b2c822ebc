import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Moment } from '../../lib/moments.ts';
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

/** An audio element that makes no sound and lets the test say what happens. */
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
const moved = vi.fn();
const openStream = vi.fn();

const boot = (found: Moment | null = null) =>
  createAudioEngine({
    element: element.current,
    openStream,
    findMoment: async () => found,
    keeperOf: () => ({ moved, passing: vi.fn(), flush: vi.fn() }),
    choices: { rate: 1, volume: 1 },
    keepChoices: vi.fn(),
    now: () => now,
  });

const pass = (seconds: number): void => {
  for (let step = 0; step < seconds; step += 1) {
    now += 1_000;
    element.current.currentTime += element.current.playbackRate;
    element.current.dispatchEvent(new Event('timeupdate'));
  }
};

beforeEach(() => {
  now = 1_000_000;
  element.current = new FakeAudio();
  moved.mockClear();
  let count = 0;
  openStream.mockReset().mockImplementation(async () => {
    count += 1;
    return { url: `/stream?ticket=${count}`, until: now + 600_000 };
  });
});

describe('the audio player', () => {
  it('goes on five seconds before where somebody left off (LIB-21)', async () => {
    const engine = boot({ seconds: 762, duration: 1_800, at: '2026-11-01T00:00:00.000Z' });

    await engine.open(title);

    expect(element.current.currentTime).toBe(757);
    expect(engine.get().status).toBe('playing');
  });

  it('begins again when it was heard to its end', async () => {
    const engine = boot({ seconds: 1_795, duration: 1_800, at: '2026-11-01T00:00:00.000Z' });
    await engine.open(title);
    expect(element.current.currentTime).toBe(0);
  });

  it('renews an address that ran out before it jumps, and stays at the second that was asked for', async () => {
    const engine = boot();
    await engine.open(title);
    now += 590_000;

    engine.seek(900);
    await vi.waitFor(() => expect(element.current.src).toBe('/stream?ticket=2'));

    expect(element.current.currentTime).toBe(900);
    expect(engine.get().seconds).toBe(900);
  });

  it('renews once when the browser trips over the address, then says that it failed', async () => {
    const engine = boot();
    await engine.open(title);
    pass(60);

    element.current.dispatchEvent(new Event('error'));
    await vi.waitFor(() => expect(openStream).toHaveBeenCalledTimes(2));
    await vi.waitFor(() => expect(engine.get().status).toBe('playing'));
    expect(element.current.currentTime).toBe(60);
    element.current.dispatchEvent(new Event('error'));

    expect(engine.get().status).toBe('failed');
    expect(openStream).toHaveBeenCalledTimes(2);
  });

  it('tries again from the same second after a failure when play is pressed', async () => {
    openStream.mockRejectedValueOnce(new TypeError('offline'));
    const engine = boot();
    await engine.open(title, 40);
    expect(engine.get().status).toBe('failed');

    await engine.play();

    expect(engine.get().status).toBe('playing');
    expect(element.current.currentTime).toBe(40);
  });

  it('keeps the place on a pause and a jump', async () => {
    const engine = boot();
    await engine.open(title);
    pass(10);
    engine.pause();
    expect(moved).toHaveBeenLastCalledWith(expect.objectContaining({ seconds: 10, duration: 1_800 }));
    engine.skip(30);
    expect(moved).toHaveBeenLastCalledWith(expect.objectContaining({ seconds: 40 }));
    engine.skip(-100);
    expect(engine.get().seconds).toBe(0);
  });

  it('falls asleep after minutes of listening, growing quieter, and is loud again afterwards', async () => {
    const engine = boot();
    await engine.open(title);
    engine.sleepAfter({ kind: 'minutes', minutes: 5 });
    pass(290);
    expect(element.current.volume).toBeCloseTo(0.5);

    pass(10);

    expect(element.current.paused).toBe(true);
    expect(engine.get().sleep).toBeNull();
    expect(element.current.volume).toBe(1);
  });

  it('falls asleep at the end of the chapter, and five minutes later when put off', async () => {
    const engine = boot();
    await engine.open(title, 590);
    engine.sleepAfter({ kind: 'chapter', chapters: 1 });
    pass(5);
    engine.extendSleep();
    pass(304);
    expect(element.current.paused).toBe(false);
    pass(2);
    expect(element.current.paused).toBe(true);
  });

  it('plays the title that was asked for last', async () => {
    const waits = Promise.withResolvers<{ url: string; until: number }>();
    openStream.mockReturnValueOnce(waits.promise);
    const engine = boot();
    const first = engine.open(title, 0);
    await engine.open({ ...title, id: 'other' }, 0);

    waits.resolve({ url: '/late', until: now + 1_000 });
    await first;

    expect(element.current.src).toBe('/stream?ticket=1');
    expect(engine.get().title?.id).toBe('other');
  });
});
