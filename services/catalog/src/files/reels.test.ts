import { describe, expect, it } from 'vitest';
import { mp3Of, mp4Of, oggOf, webmOf } from '../../test/reels.ts';
import type { Bytes } from './bytes.ts';
import { lookAtReel } from './look-at-media.ts';

const inMemory = (content: Uint8Array): Bytes => ({
  size: content.length,
  read: async (start, length) => Buffer.from(content.subarray(start, start + length)),
});
const look = (content: Uint8Array, sort: 'audio' | 'video') => lookAtReel(inMemory(content), sort);
const fits = (mimeType: string, seconds: number | null) => ({ kind: 'fits', mimeType, pages: 0, seconds });

describe('how long a film or sound lasts is read from its bytes', () => {
  it.each([
    ['MP4', mp4Of({ seconds: 754, sort: 'video' }), 'video', fits('video/mp4', 754)],
    ['WebM', webmOf(61.5), 'video', fits('video/webm', 61.5)],
    ['WebM that does not say', webmOf(null), 'video', fits('video/webm', null)],
    ['M4A', mp4Of({ seconds: 90, sort: 'audio' }), 'audio', fits('audio/mp4', 90)],
    [
      'M4A under a film’s brand',
      mp4Of({ seconds: 90, sort: 'audio', brand: 'isom' }),
      'audio',
      fits('audio/mp4', 90),
    ],
    ['OGG', oggOf(33), 'audio', fits('audio/ogg', 33)],
    ['MP3', mp3Of(383), 'audio', fits('audio/mpeg', 10)],
    ['MP3 behind a tag', mp3Of(383, 3_000), 'audio', fits('audio/mpeg', 10)],
  ] as const)('%s', async (_name, content, sort, expected) => {
    expect(await look(content, sort)).toEqual(expected);
  });
});

describe('what is something else is not taken', () => {
  it.each([
    ['a program', Buffer.from('MZ\u0090\u0000 this program'), 'video', 'other'],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'audio', 'other'],
    ['a picture that moves', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'video', 'other'],
    ['nothing', Buffer.alloc(0), 'audio', 'other'],
    ['sound as a film', mp4Of({ seconds: 9, sort: 'audio', brand: 'isom' }), 'video', 'other'],
    ['a film as sound', mp4Of({ seconds: 9, sort: 'video' }), 'audio', 'other'],
    ['WebM with sound only, as a film', webmOf(9, 'audio'), 'video', 'other'],
    ['an MP4 cut off', mp4Of({ seconds: 9, sort: 'video' }).slice(0, 3_000), 'video', 'unreadable'],
    [
      'a tag without sound',
      Buffer.concat([
        Buffer.from('ID3\u0004\u0000\u0000\u0000\u0000\u0000\u0010'),
        Buffer.from('<script>alert(1)</script>'.repeat(9)),
      ]),
      'audio',
      'other',
    ],
  ] as const)('%s', async (_name, content, sort, kind) => {
    expect(await look(content, sort)).toEqual({ kind });
  });

  it('bytes that are cut off or changed anywhere never make a reader fail or run on', async () => {
    const whole = [mp4Of({ seconds: 9, sort: 'video' }), webmOf(9), oggOf(9), mp3Of(40, 50)];
    let state = 5;
    const roll = (sides: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * sides);
    };
    for (let n = 0; n < 1_500; n += 1) {
      const content = Uint8Array.from(whole[n % 4] ?? []);
      for (let hit = 0; hit < 6; hit += 1) content[roll(n % 2 ? 200 : content.length)] = roll(256);
      const cut = n % 3 === 0 ? content.subarray(0, roll(content.length)) : content;
      for (const sort of ['audio', 'video'] as const)
        expect(['fits', 'other', 'unreadable']).toContain((await look(cut, sort)).kind);
    }
  });
});
