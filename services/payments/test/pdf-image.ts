import { type Canvas, createCanvas, GlobalFonts } from '@napi-rs/canvas';
import type { PDFPageProxy } from 'pdfjs-dist';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A greyscale image: 0 is ink, 255 is paper. */
export type Image = { readonly width: number; readonly height: number; readonly grey: Uint8Array };

const greyOf = (canvas: Canvas): Image => {
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  return { width, height, grey: Uint8Array.from({ length: width * height }, (_, at) => data[at * 4] ?? 255) };
};

type Drawn = Parameters<PDFPageProxy['render']>[0]['canvas'];

/** Renders the first page of a PDF with pdf.js and its embedded fonts. @param scale pixels for one point */
export const imageOf = async (data: Uint8Array, scale: number): Promise<Image> => {
  const task = getDocument({ data, useSystemFonts: false, disableFontFace: true, verbosity: 0 });
  const page = await (await task.promise).getPage(1);
  const viewport = page.getViewport({ scale });
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
  // pdf.js declares an HTMLCanvasElement; this canvas has the members that `render` uses.
  await page.render({ canvas: canvas as unknown as Drawn, viewport }).promise;
  await task.destroy();
  return greyOf(canvas);
};

/** Renders a text with Skia, which has its own shaper, as a reference. */
export const imageOfText = (text: string, font: Uint8Array, family: string, size: number): Image => {
  if (!GlobalFonts.has(family)) GlobalFonts.register(Buffer.from(font), family);
  const canvas = createCanvas(Math.ceil(size * text.length + 100), Math.ceil(size * 5));
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = 'black';
  context.font = `400 ${size}px "${family}"`;
  context.fillText(text, 50, size * 3);
  return greyOf(canvas);
};

/** Crops a part of an image to its ink. */
export const inkOf = (
  { width, height, grey }: Image,
  area = { left: 0, top: 0, right: width, bottom: height },
): Image => {
  const { left, top, right, bottom } = area;
  let [minX, minY, maxX, maxY] = [right, bottom, left, top];
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1)
      if ((grey[y * width + x] ?? 255) < 128) {
        minX = Math.min(minX, x);
        maxX = Math.max(maxX, x);
        minY = Math.min(minY, y);
        maxY = Math.max(maxY, y);
      }
  const size = { width: Math.max(0, maxX - minX + 1), height: Math.max(0, maxY - minY + 1) };
  return {
    ...size,
    grey: Uint8Array.from(
      { length: size.width * size.height },
      (_, at) => grey[(minY + Math.floor(at / size.width)) * width + minX + (at % size.width)] ?? 255,
    ),
  };
};

/** Share of ink that differs between two images at their best alignment. */
export const differenceOf = (one: Image, other: Image): number => {
  const isInk = ({ width, height, grey }: Image, x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < width && y < height && (grey[y * width + x] ?? 255) < 128;
  const within = (picture: Image, x: number, y: number): boolean =>
    [-1, 0, 1].some((dx) => [-1, 0, 1].some((dy) => isInk(picture, x + dx, y + dy)));
  const lonely = (from: Image, against: Image, dx: number, dy: number): [number, number] => {
    let [ink, alone] = [0, 0];
    for (let y = 0; y < from.height; y += 1)
      for (let x = 0; x < from.width; x += 1)
        if (isInk(from, x, y)) {
          ink += 1;
          if (!within(against, x + dx, y + dy)) alone += 1;
        }
    return [ink, alone];
  };
  let best = 1;
  for (const dx of [-2, -1, 0, 1, 2])
    for (const dy of [-2, -1, 0, 1, 2]) {
      const [ink, alone] = lonely(one, other, dx, dy);
      const [otherInk, otherAlone] = lonely(other, one, -dx, -dy);
      best = Math.min(best, (alone + otherAlone) / Math.max(1, ink + otherInk));
    }
  return best;
};
