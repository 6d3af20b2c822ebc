import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  animatedWebp,
  gifWithComments,
  jpgOf,
  losslessWebp,
  pngOf,
  webpWithMetadata,
} from '../testing/image-files.ts';
import { inspectImage } from './inspect-image.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'images-'));
});
afterAll(() => rm(folder, { recursive: true }));
const inspect = async (content: Uint8Array) => {
  const path = join(folder, 'image');
  await writeFile(path, content);
  return inspectImage(path, ['image/png', 'image/jpeg', 'image/webp', 'image/gif']);
};

const segment = (mark: number, content: Buffer): Buffer => {
  const head = Buffer.from([0xff, mark, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
};
/** EXIF of a phone camera: portrait orientation and a GPS position. */
const exif = Buffer.concat([
  Buffer.from('Exif\0\0II*\0', 'latin1'),
  Buffer.from([
    8, 0, 0, 0, 2, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0x25, 0x88, 4, 0, 1, 0, 0, 0, 26, 0, 0, 0,
  ]),
  Buffer.from('GPS-canary 18.5204 N 73.8567 E'),
]);
const scan = Buffer.concat([
  segment(0xda, Buffer.alloc(8)),
  Buffer.from([1, 2, 0xff, 0, 3, 0xff, 0xd0, 4, 0xff, 0xd9]),
]);
const photograph = (): Buffer => {
  const bare = Buffer.from(jpgOf(640, 400)).subarray(2, -6);
  const metadata = [
    segment(0xe1, exif),
    segment(0xed, Buffer.from('IPTC-canary')),
    segment(0xfe, Buffer.from('COM-canary')),
  ];
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...metadata,
    bare,
    scan,
    Buffer.from('<script>tail-canary</script>'),
  ]);
};

describe('inspectImage', () => {
  it('removes location, time, device and author from a photograph', async () => {
    const image = await inspect(photograph());

    expect(image).toMatchObject({ mimeType: 'image/jpeg', width: 640, height: 400 });
    expect(image?.content.toString('latin1')).not.toContain('canary');
    expect(image?.content.includes(scan)).toBe(true);
    expect([...(image?.content.subarray(-2) ?? [])]).toEqual([0xff, 0xd9]);
  });

  it('keeps the orientation', async () => {
    const image = await inspect(photograph());
    const kept = image?.content.indexOf('Exif') ?? -1;

    expect(kept).toBeGreaterThan(0);
    expect(image?.content.readUInt16BE(kept + 6 + 8 + 2 + 8)).toBe(6);
  });

  it('removes metadata from a PNG', async () => {
    const bare = Buffer.from(pngOf(160, 100, 40));
    const note = Buffer.concat([Buffer.from([0, 0, 0, 11]), Buffer.from('tEXtnote-canary'), Buffer.alloc(4)]);
    const metadata = Buffer.concat([bare.subarray(0, 33), note, bare.subarray(33), Buffer.from('PK-canary')]);

    expect((await inspect(metadata))?.content.equals(bare)).toBe(true);
    expect(await inspect(bare.subarray(0, 60))).toBeNull();
  });

  it('removes position, author and XMP from a WebP, keeps its orientation and its color data', async () => {
    const image = await inspect(webpWithMetadata());
    const text = image?.content.toString('latin1') ?? '';

    expect(image).toMatchObject({ mimeType: 'image/webp', width: 16, height: 8 });
    expect(text).not.toContain('canary');
    expect(text).not.toContain('XMP');
    expect(text.slice(text.indexOf('EXIF') + 8).charCodeAt(19)).toBe(6);
    // flags: EXIF is there, XMP is not
    expect(image?.content[20]).toBe(0x08);
    expect(image?.content.readUInt32LE(4)).toBe((image?.content.length ?? 0) - 8);
  });

  it('keeps a WebP without metadata as it is', async () => {
    expect((await inspect(losslessWebp()))?.content.equals(Buffer.from(losslessWebp()))).toBe(true);
  });

  it('keeps each frame of a WebP animation, without unknown chunks', async () => {
    const whole = Buffer.from(animatedWebp());
    const at = whole.indexOf('ANMF', whole.indexOf('ANMF') + 4);
    const unknown = Buffer.concat([Buffer.from('JUNK\x06\0\0\0'), Buffer.from('canary')]);
    const size = whole.readUInt32LE(at + 4);
    const planted = Buffer.concat([whole.subarray(0, at + 8 + size), unknown, whole.subarray(at + 8 + size)]);
    planted.writeUInt32LE(size + unknown.length, at + 4);
    planted.writeUInt32LE(planted.length - 8, 4);
    const image = await inspect(planted);

    expect(image).toMatchObject({ mimeType: 'image/webp', width: 16, height: 8 });
    expect(image?.content.toString('latin1')).not.toContain('canary');
    expect(image?.content.toString('latin1').match(/ANMF/g)).toHaveLength(2);
    expect(await inspect(whole.subarray(0, -20))).toBeNull();
  });

  it('removes comments, foreign extensions and trailing bytes from a GIF; it still repeats', async () => {
    const bytes = Buffer.from(gifWithComments());
    const foreign = Buffer.concat([Buffer.from('21ff0b', 'hex'), Buffer.from('XMP DataXMP\x06canary\0')]);
    const at = bytes.indexOf(Buffer.from([0x21, 0xff]));
    const planted = Buffer.concat([
      bytes.subarray(0, at),
      foreign,
      bytes.subarray(at),
      Buffer.from('canary'),
    ]);
    const image = await inspect(planted);
    const text = image?.content.toString('latin1') ?? '';

    expect(image).toMatchObject({ mimeType: 'image/gif', width: 6, height: 4 });
    expect(text).not.toContain('canary');
    expect(text).toContain('NETSCAPE2.0');
    expect(text.at(-1)).toBe(';');
    expect(image?.content.filter((byte) => byte === 0x2c)).toHaveLength(2);
    expect(await inspect(bytes.subarray(0, -1))).toBeNull();
  });

  it('refuses types that the caller does not take', async () => {
    const path = join(folder, 'image');
    await writeFile(path, gifWithComments());

    expect(await inspectImage(path, ['image/png', 'image/jpeg'])).toBeNull();
  });

  it('never throws for truncated or corrupted bytes', async () => {
    const samples = [
      photograph(),
      pngOf(160, 100, 40),
      webpWithMetadata(),
      animatedWebp(),
      gifWithComments(),
    ];
    let state = 9;
    const roll = (sides: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * sides);
    };
    for (let n = 0; n < 1000; n += 1) {
      const content = Buffer.from(samples[n % samples.length] ?? []);
      for (let hit = 0; hit < 4; hit += 1) content[2 + roll(content.length - 2)] = roll(256);
      const image = await inspect(n % 3 === 0 ? content.subarray(0, roll(content.length)) : content);
      expect(image === null || image.content.length > 0).toBe(true);
    }
  });
});
