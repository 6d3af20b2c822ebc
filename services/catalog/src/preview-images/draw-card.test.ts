import { createCanvas, loadImage } from '@napi-rs/canvas';
import { coverColors, coverMotifs, previewSize } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { drawCard } from './draw-card.ts';
import type { PreviewCard } from './preview-card.ts';

const cover = { motif: 'moon', ground: 'anaar', figure: 'haldi', accent: 'neel' } as const;
const card: PreviewCard = {
  title: 'My Name',
  creator: 'Ira Deshmukh',
  language: 'en',
  kind: 'ebook',
  cover,
  picture: null,
};
const ART = 560;
const MARGIN = 60;

type Pixels = { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray };

const pixelsOf = async (shown: PreviewCard, from = 0, to: number = previewSize.width): Promise<Pixels> => {
  const image = await loadImage(await drawCard(shown));
  expect([image.width, image.height]).toEqual([previewSize.width, previewSize.height]);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return context.getImageData(from, 0, to - from, image.height);
};

const rowsOf = ({ width, data }: Pixels, from: number, to: number): Pixels => ({
  width,
  height: to - from,
  data: data.slice(from * width * 4, to * width * 4),
});

const isNear = (left = 0, right = 0): boolean => Math.abs(left - right) < 40;
const rgbOf = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** The share of pixels that differ from a colour; JPEG blurs edges. */
const shareOther = ({ data }: Pixels, hex: string): number => {
  const [red, green, blue] = rgbOf(hex);
  let other = 0;
  for (let at = 0; at < data.length; at += 4)
    if (!isNear(data[at], red) || !isNear(data[at + 1], green) || !isNear(data[at + 2], blue)) other += 1;
  return other / (data.length / 4);
};

const LONG = 'The Unaccountabilities of a Hostel Ledger Kept in Pune ';

it.each([
  [
    'a title of 130 characters with a creator of two lines',
    LONG.repeat(3).slice(0, 130),
    'Meher Khan and '.repeat(6),
  ],
  ['the longest title and creator', LONG.repeat(6).slice(0, 300), 'Meher Khan and '.repeat(14).slice(0, 200)],
  ['one word', 'x'.repeat(300), 'y'.repeat(200)],
  ['a long Tamil title', 'நிலவின் நிறம் '.repeat(20), 'மேகலா '.repeat(30)],
])('%s keeps its text out of the art and the margins', async (_name, title, creator) => {
  const text = await pixelsOf({ ...card, title, creator }, 0, previewSize.width - ART - 8);
  const short = await pixelsOf(card, previewSize.width - ART);
  const art = await pixelsOf({ ...card, title, creator }, previewSize.width - ART);

  // 8 pixels: one block of JPEG
  const edge = await pixelsOf(
    { ...card, title, creator },
    previewSize.width - ART - MARGIN + 8,
    previewSize.width - ART - 8,
  );
  expect(shareOther(edge, coverColors['anaar-deep'])).toBe(0);
  for (const margin of [
    rowsOf(text, 0, MARGIN - 16),
    rowsOf(text, previewSize.height - MARGIN + 16, previewSize.height),
  ])
    expect(shareOther(margin, coverColors['anaar-deep'])).toBe(0);
  expect(art.data.every((value, at) => at % (ART * 4) < 64 || isNear(value, short.data[at]))).toBe(true);
  expect(shareOther(text, coverColors['anaar-deep'])).toBeGreaterThan(0.05);
});

it('an Urdu title is at the right, with the art at the left', async () => {
  const urdu = { ...card, title: 'رنگوں کا موسم', language: 'ur' };

  expect(shareOther(await pixelsOf(urdu, previewSize.width - MARGIN + 8), coverColors['anaar-deep'])).toBe(0);
  expect(shareOther(await pixelsOf(urdu, 0, ART - 16), coverColors.anaar)).toBeGreaterThan(0.2);
  expect(shareOther(await pixelsOf(urdu, 900, 1132), coverColors['anaar-deep'])).toBeGreaterThan(0.02);
});

it('a long Urdu title is cut before the margin', async () => {
  const title = 'رنگوں کا موسم '.repeat(20);
  const text = await pixelsOf({ ...card, title, creator: 'زویا خان '.repeat(20) }, ART + 8);

  const foot = rowsOf(text, previewSize.height - MARGIN + 16, previewSize.height);
  expect(shareOther(foot, coverColors['anaar-deep'])).toBe(0);
  expect(shareOther(text, coverColors['anaar-deep'])).toBeGreaterThan(0.02);
});

it.each(['बरसात के बाद', 'কমলালেবুর দুপুর', 'நிலவின் நிறம்', 'ગુજરાતી', 'ಕನ್ನಡ', 'Rāga'])(
  '%s is drawn in its script',
  async (title) => {
    const text = await pixelsOf({ ...card, title, creator: '' }, 0, previewSize.width - ART);

    expect(shareOther(text, coverColors['anaar-deep'])).toBeGreaterThan(0.01);
  },
);

it('draws every motif differently', async () => {
  const images = await Promise.all(
    coverMotifs.map((motif) => drawCard({ ...card, cover: { ...cover, motif } })),
  );

  expect(new Set(images.map((image) => Buffer.from(image).toString('base64'))).size).toBe(coverMotifs.length);
});

it('shows an uploaded picture, and the cover when the picture cannot be decoded', async () => {
  const canvas = createCanvas(320, 512);
  const context = canvas.getContext('2d');
  context.fillStyle = '#00ff00';
  context.fillRect(0, 0, 320, 512);
  const picture = canvas.toBuffer('image/png');
  const middle = [previewSize.width - ART / 2 - 100, previewSize.width - ART / 2 + 100] as const;

  const shown = await pixelsOf({ ...card, picture }, ...middle);
  const broken = await drawCard({ ...card, picture: picture.subarray(0, 60) });

  expect(shareOther(shown, '#00ff00')).toBeLessThan(0.25);
  expect(Buffer.from(broken)).toEqual(Buffer.from(await drawCard(card)));
});

it('draws the logo for an item without a cover and a picture', async () => {
  const logo = await pixelsOf({ ...card, cover: null }, previewSize.width - ART);

  expect(shareOther(logo, coverColors.anaar)).toBeGreaterThan(0.05);
});
