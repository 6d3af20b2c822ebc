/**
 * Draws the icons outside the page from `public/icon-plain.svg`: bookmarks, home screens and task lists show them to
 * anyone who sees the device, so they are the neutral ones. Run `node web/make-icons.ts` after a change of the drawing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, type Image, loadImage } from '@napi-rs/canvas';

const folder = join(import.meta.dirname, 'public');
const PAPER = '#FBF7F2';

/** @param inset the share of the side that stays free: maskable icons lose up to a fifth at each edge */
const draw = (icon: Image, side: number, { inset, paper }: { inset: number; paper: boolean }): Buffer => {
  const canvas = createCanvas(side, side);
  const context = canvas.getContext('2d');
  if (paper) {
    context.fillStyle = PAPER;
    context.fillRect(0, 0, side, side);
  }
  const free = Math.round(side * inset);
  context.drawImage(icon, free, free, side - 2 * free, side - 2 * free);
  return canvas.toBuffer('image/png');
};

/** An ICO file of PNG pictures. */
const icoOf = (pictures: readonly { readonly side: number; readonly png: Buffer }[]): Buffer => {
  const HEAD = 6;
  const ENTRY = 16;
  const head = Buffer.alloc(HEAD + ENTRY * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  pictures.forEach(({ side, png }, index) => {
    const at = HEAD + ENTRY * index;
    head.writeUInt8(side, at);
    head.writeUInt8(side, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  });
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
};

const sized = (side: number): Buffer =>
  Buffer.from(
    readFileSync(join(folder, 'icon-plain.svg'), 'utf8').replace(
      '<svg ',
      `<svg width="${side}" height="${side}" `,
    ),
  );
const write = async (name: string, side: number, inset: number): Promise<void> =>
  writeFileSync(join(folder, name), draw(await loadImage(sized(side)), side, { inset, paper: true }));

await write('apple-touch-icon.png', 180, 0.12);
await write('icon-192.png', 192, 0.12);
await write('icon-512.png', 512, 0.12);
await write('icon-maskable-512.png', 512, 0.22);
const pictures = await Promise.all(
  [16, 32, 48].map(async (side) => ({
    side,
    png: draw(await loadImage(sized(side)), side, { inset: 0, paper: false }),
  })),
);
writeFileSync(join(folder, 'favicon.ico'), icoOf(pictures));
