import { describe, expect, it } from 'vitest';
import { mp3Of, mp4Of, oggOf, webmOf } from '../../test/media-files.ts';
import type { ByteSource } from './byte-source.ts';
import { inspectStream } from './inspect-media-file.ts';

const inMemory = (content: Uint8Array): ByteSource => ({
  size: content.length,
  read: async (start, length) => Buffer.from(content.subarray(start, start + length)),
});
const inspect = (content: Uint8Array, fileKind: 'audio' | 'video') =>
  inspectStream(inMemory(content), fileKind);
const fits = (mimeType: string, seconds: number | null) => ({ kind: 'fits', mimeType, pages: 0, seconds });

describe('inspectStream reads the duration', () => {
  it.each([
    ['MP4', mp4Of({ seconds: 754, fileKind: 'video' }), 'video', fits('video/mp4', 754)],
    ['WebM', webmOf(61.5), 'video', fits('video/webm', 61.5)],
    ['WebM without a duration', webmOf(null), 'video', fits('video/webm', null)],
    ['M4A', mp4Of({ seconds: 90, fileKind: 'audio' }), 'audio', fits('audio/mp4', 90)],
    [
      'M4A with a video brand',
      mp4Of({ seconds: 90, fileKind: 'audio', brand: 'isom' }),
      'audio',
      fits('audio/mp4', 90),
    ],
    ['OGG', oggOf(33), 'audio', fits('audio/ogg', 33)],
    ['MP3', mp3Of(383), 'audio', fits('audio/mpeg', 10)],
    ['MP3 after an ID3 tag', mp3Of(383, 3_000), 'audio', fits('audio/mpeg', 10)],
  ] as const)('%s', async (_name, content, fileKind, expected) => {
    expect(await inspect(content, fileKind)).toEqual(expected);
  });
});

describe('inspectStream rejects', () => {
  it.each([
    ['an executable', Buffer.from('MZ\u0090\u0000 this program'), 'video', 'other'],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 'audio', 'other'],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'video', 'other'],
    ['an empty file', Buffer.alloc(0), 'audio', 'other'],
    ['audio as a film', mp4Of({ seconds: 9, fileKind: 'audio', brand: 'isom' }), 'video', 'other'],
    ['a film as audio', mp4Of({ seconds: 9, fileKind: 'video' }), 'audio', 'other'],
    ['audio-only WebM as a film', webmOf(9, 'audio'), 'video', 'other'],
    ['a truncated MP4', mp4Of({ seconds: 9, fileKind: 'video' }).slice(0, 3_000), 'video', 'unreadable'],
    [
      'an ID3 tag without audio',
      Buffer.concat([
        Buffer.from('ID3\u0004\u0000\u0000\u0000\u0000\u0000\u0010'),
        Buffer.from('<script>alert(1)</script>'.repeat(9)),
      ]),
      'audio',
      'other',
    ],
  ] as const)('%s', async (_name, content, fileKind, kind) => {
    expect(await inspect(content, fileKind)).toEqual({ kind });
  });

  it('never throws or hangs for truncated or corrupted bytes', async () => {
    const intact = [mp4Of({ seconds: 9, fileKind: 'video' }), webmOf(9), oggOf(9), mp3Of(40, 50)];
    let state = 5;
    const roll = (sides: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * sides);
    };
    for (let n = 0; n < 1_500; n += 1) {
      const content = Uint8Array.from(intact[n % 4] ?? []);
      for (let hit = 0; hit < 6; hit += 1) content[roll(n % 2 ? 200 : content.length)] = roll(256);
      const cut = n % 3 === 0 ? content.subarray(0, roll(content.length)) : content;
      for (const fileKind of ['audio', 'video'] as const)
        expect(['fits', 'other', 'unreadable']).toContain((await inspect(cut, fileKind)).kind);
    }
  });
});
