import { describe, expect, it } from 'vitest';
import { chapterIndexAt, nextStart, previousStart } from '../../lib/chapters.ts';
import { speedText } from '../../lib/speed-steps.ts';
import { extendSleep, fadeVolume, sleepLeft, sleepText, startSleep, tickSleep } from './sleep-timer.ts';
import { faster, slower, speedOf } from './speed.ts';

const chapters = [
  { title: 'The depot', startSeconds: 0 },
  { title: 'The window seat', startSeconds: 500 },
  { title: 'Dhaba at two', startSeconds: 1_165 },
];

describe('chapters', () => {
  it('finds the current one', () => {
    expect([0, 499, 500, 2_000].map((at) => chapterIndexAt(chapters, at))).toEqual([0, 0, 1, 2]);
    expect(chapterIndexAt([], 10)).toBe(-1);
  });

  it('skips to the next one, and back to the start of this one or to the previous one', () => {
    expect(nextStart(chapters, 10)).toBe(500);
    expect(nextStart(chapters, 1_200)).toBeNull();
    expect(previousStart(chapters, 560)).toBe(500);
    expect(previousStart(chapters, 502)).toBe(0);
    expect(previousStart(chapters, 1)).toBe(0);
  });
});

describe('speed', () => {
  it('ranges from 0.5 to 3 in steps of 0.05', () => {
    expect(faster(1)).toBe(1.05);
    expect(slower(0.5)).toBe(0.5);
    expect(faster(3)).toBe(3);
    expect(speedOf(1.13)).toBe(1.15);
    expect([1, faster(1.05), slower(1)].map(speedText)).toEqual(['1×', '1.1×', '0.95×']);
  });
});

describe('the sleep timer', () => {
  const recording = { chapters, seconds: 600, duration: 1_800 };

  it('counts minutes of playback', () => {
    const sleep = startSleep({ kind: 'minutes', minutes: 15 }, recording);
    expect(sleepLeft(tickSleep(sleep, 60), { seconds: 660, rate: 1 })).toBe(840);
    expect(sleepText(tickSleep(sleep, 61))).toBe('14 min');
  });

  it('ends with this chapter or the next, sooner at a higher speed', () => {
    const one = startSleep({ kind: 'chapter', chapters: 1 }, recording);
    expect(sleepLeft(one, { seconds: 600, rate: 1 })).toBe(565);
    expect(
      sleepLeft(startSleep({ kind: 'chapter', chapters: 2 }, recording), { seconds: 600, rate: 2 }),
    ).toBe(600);
    expect(sleepText(one)).toBe('End of chapter');
  });

  it('ends with the recording when there are no chapters', () => {
    const sleep = startSleep({ kind: 'chapter', chapters: 1 }, { ...recording, chapters: [] });
    expect(sleepLeft(sleep, { seconds: 600, rate: 1 })).toBe(1_200);
  });

  it('fades out over the last 20 seconds and can be extended by five minutes', () => {
    expect([30, 20, 5, 0].map(fadeVolume)).toEqual([1, 1, 0.25, 0]);
    expect(extendSleep({ kind: 'minutes', left: 10 }, 10)).toEqual({ kind: 'minutes', left: 310 });
    expect(extendSleep({ kind: 'chapter', at: 900, chapters: 1 }, 40)).toEqual({
      kind: 'minutes',
      left: 340,
    });
  });
});
