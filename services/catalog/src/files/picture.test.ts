import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jpgOf, pngOf } from '../../test/reels.ts';
import { lookAtPicture } from './picture.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'));
});
afterAll(() => rm(folder, { recursive: true }));
const look = async (content: Uint8Array) => {
  const path = join(folder, 'picture');
  await writeFile(path, content);
  return lookAtPicture(path);
};

const segment = (mark: number, content: Buffer): Buffer => {
  const head = Buffer.from([0xff, mark, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
};
/** EXIF of a telephone: held upright, and where. */
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
  const told = [
    segment(0xe1, exif),
    segment(0xed, Buffer.from('IPTC-canary')),
    segment(0xfe, Buffer.from('COM-canary')),
  ];
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...told,
    bare,
    scan,
    Buffer.from('<script>tail-canary</script>'),
  ]);
};

describe('what is kept of a picture', () => {
  it('tells nothing of where, when, with what and by whom a photograph was taken', async () => {
    const picture = await look(photograph());

    expect(picture).toMatchObject({ mimeType: 'image/jpeg', width: 640, height: 400 });
    expect(picture?.content.toString('latin1')).not.toContain('canary');
    expect(picture?.content.includes(scan)).toBe(true);
    expect([...(picture?.content.subarray(-2) ?? [])]).toEqual([0xff, 0xd9]);
  });

  it('still tells how the camera was held, so that it is shown upright', async () => {
    const picture = await look(photograph());
    const kept = picture?.content.indexOf('Exif') ?? -1;

    expect(kept).toBeGreaterThan(0);
    expect(picture?.content.readUInt16BE(kept + 6 + 8 + 2 + 8)).toBe(6);
  });

  it('of a PNG is the picture only', async () => {
    const bare = Buffer.from(pngOf(160, 100, 40));
    const note = Buffer.concat([Buffer.from([0, 0, 0, 11]), Buffer.from('tEXtnote-canary'), Buffer.alloc(4)]);
    const told = Buffer.concat([bare.subarray(0, 33), note, bare.subarray(33), Buffer.from('PK-canary')]);

    expect((await look(told))?.content.equals(bare)).toBe(true);
    expect(await look(bare.subarray(0, 60))).toBeNull();
  });

  it('bytes that are cut off or changed anywhere never make a reader fail', async () => {
    let state = 9;
    const roll = (sides: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * sides);
    };
    for (let n = 0; n < 400; n += 1) {
      const content = Buffer.from(n % 2 ? photograph() : pngOf(160, 100, 40));
      for (let hit = 0; hit < 4; hit += 1) content[2 + roll(content.length - 2)] = roll(256);
      const picture = await look(n % 3 === 0 ? content.subarray(0, roll(content.length)) : content);
      expect(picture === null || picture.content.length > 0).toBe(true);
    }
  });
});
