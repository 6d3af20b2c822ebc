import { type Canvas, createCanvas, GlobalFonts } from '@napi-rs/canvas';
import type { PDFPageProxy } from 'pdfjs-dist';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A grey picture: 0 is ink, 255 is paper. */
export type Picture = { readonly width: number; readonly height: number; readonly grey: Uint8Array };

const greyOf = (canvas: Canvas): Picture => {
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  return { width, height, grey: Uint8Array.from({ length: width * height }, (_, at) => data[at * 4] ?? 255) };
};

/** What pdf.js takes for a canvas of a browser. */
type Drawn = Parameters<PDFPageProxy['render']>[0]['canvas'];

/** The first page of a PDF, drawn by pdf.js from its own fonts. @param scale pixels for one point */
export const pictureOf = async (data: Uint8Array, scale: number): Promise<Picture> => {
  const task = getDocument({ data, useSystemFonts: false, disableFontFace: true, verbosity: 0 });
  const page = await (await task.promise).getPage(1);
  const viewport = page.getViewport({ scale });
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
  await page.render({ canvas: canvas as unknown as Drawn, viewport }).promise;
  await task.destroy();
  return greyOf(canvas);
};

/** A text as another program sets it: Skia, which shapes by itself, with a font file of its own. */
export const pictureOfText = (text: string, font: Uint8Array, family: string, size: number): Picture => {
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

/** What has ink in a part of a picture, without the paper around it. */
export const inkOf = (
  { width, height, grey }: Picture,
  area = { left: 0, top: 0, right: width, bottom: height },
): Picture => {
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

/** Share of ink that stands in one picture and not in the other, when they are laid upon one another as well as can be. */
export const differenceOf = (one: Picture, other: Picture): number => {
  const isInk = ({ width, height, grey }: Picture, x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < width && y < height && (grey[y * width + x] ?? 255) < 128;
  const within = (picture: Picture, x: number, y: number): boolean =>
    [-1, 0, 1].some((dx) => [-1, 0, 1].some((dy) => isInk(picture, x + dx, y + dy)));
  const lonely = (from: Picture, against: Picture, dx: number, dy: number): [number, number] => {
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
