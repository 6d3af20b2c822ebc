import { createCanvas, GlobalFonts, type Image, loadImage, type SKRSContext2D } from '@napi-rs/canvas';
import { drawMotif } from '@satrangi/contracts/covers';
import { type CoverColor, coverColors, mediaTypes, previewSize, toneOf } from '@satrangi/contracts/pure';
import { SPINES } from '../media/default-thumbnail.ts';
import { drawShape } from './draw-shape.ts';
import type { PreviewCard } from './preview-card.ts';
import { drawableText, FAMILIES, registerFonts, type ScriptStyle, scriptStyleOf } from './script-fonts.ts';
import { fitText, type Measure, type TextBlock, type TextBox } from './text-layout.rules.ts';

const { width: WIDTH, height: HEIGHT } = previewSize;
/** The art fills one side; the text is beside it, never over it. */
const ART_WIDTH = 560;
const MARGIN = 60;
const TEXT_WIDTH = WIDTH - ART_WIDTH - 2 * MARGIN;
const TEXT_HEIGHT = HEIGHT - 2 * MARGIN;
const TITLE_SIZES = [108, 98, 88, 80, 72, 64, 57, 50, 44, 38, 34];
const NAME_SIZES = [44, 40, 36, 32, 28];
const NAME_LINES = 2;
const NAME_LINE_HEIGHT = 1.2;
const NAME_WEIGHT = 600;
const GAP = 36;
const QUALITY = 85;
/** Longer texts do not fit in any size. */
const TEXT_MAX = 300;
/** The part of a cover's field of 200 × 300 that holds the figure, as on square covers of the shop. */
const FIELD = { x: 100, bottom: 292, height: 200 };

registerFonts(GlobalFonts);

type Area = { readonly x: number; readonly width: number };
type Colors = { readonly ground: CoverColor; readonly behindText: CoverColor; readonly text: CoverColor };

const colorsOf = ({ cover, hasPicture, kind }: PreviewCard & { readonly hasPicture: boolean }): Colors => {
  const ofKind = mediaTypes.find(({ joined }) => joined === kind)?.pigment ?? 'jamun';
  const ground = cover && !hasPicture ? cover.ground : ofKind;
  const { deep, onDeep } = toneOf(ground);
  return { ground, behindText: deep, text: onDeep };
};

const drawPicture = (context: SKRSContext2D, { x, width }: Area, picture: Image): void => {
  const scale = Math.min((width - MARGIN) / picture.width, TEXT_HEIGHT / picture.height);
  const [shownWidth, shownHeight] = [picture.width * scale, picture.height * scale];
  context.save();
  context.shadowColor = 'rgb(0 0 0 / 0.45)';
  context.shadowBlur = 36;
  context.shadowOffsetY = 12;
  context.drawImage(
    picture,
    x + (width - shownWidth) / 2,
    (HEIGHT - shownHeight) / 2,
    shownWidth,
    shownHeight,
  );
  context.restore();
};

const drawFigure = (
  context: SKRSContext2D,
  { x, width }: Area,
  cover: NonNullable<PreviewCard['cover']>,
  title: string,
): void => {
  const scale = HEIGHT / FIELD.height;
  context.save();
  context.beginPath();
  context.rect(x, 0, width, HEIGHT);
  context.clip();
  context.translate(x + width / 2 - FIELD.x * scale, HEIGHT - FIELD.bottom * scale);
  context.scale(scale, scale);
  for (const shape of drawMotif(cover, title).art) drawShape(context, shape);
  context.restore();
};

/** The logo: book spines on a plank. */
const drawSpines = (context: SKRSContext2D, { x, width }: Area): void => {
  const scale = (width - 2 * MARGIN) / 44;
  context.save();
  context.translate(x + MARGIN, (HEIGHT - 29 * scale) / 2);
  context.scale(scale, scale);
  for (const [left, top, spineWidth, spineHeight, color] of SPINES) {
    context.fillStyle = color;
    context.beginPath();
    context.roundRect(left, top, spineWidth, spineHeight, 0.6);
    context.fill();
  }
  context.fillStyle = '#8A7C88';
  context.fillRect(0, 27, 44, 2.4);
  context.restore();
};

const setFont = (context: SKRSContext2D, { weight, isNarrow }: ScriptStyle, size: number): void => {
  context.font = `${weight} ${size}px ${FAMILIES}`;
  // setting a font resets it
  context.fontStretch = isNarrow ? 'condensed' : 'normal';
};

const measureWith =
  (context: SKRSContext2D, style: ScriptStyle): Measure =>
  (text, size) => {
    setFont(context, style, size);
    return context.measureText(text).width;
  };

type Placed = { readonly block: TextBlock; readonly style: ScriptStyle };

const placeText = (
  context: SKRSContext2D,
  text: string,
  style: ScriptStyle,
  box: Pick<TextBox, 'height' | 'sizes'>,
): Placed => ({
  block: fitText(
    text,
    { ...box, width: TEXT_WIDTH, lineHeight: style.lineHeight },
    measureWith(context, style),
  ),
  style,
});

const drawPlaced = (
  context: SKRSContext2D,
  { block, style }: Placed,
  at: { readonly x: number; readonly top: number },
): void => {
  setFont(context, style, block.size);
  context.direction = style.isRightToLeft ? 'rtl' : 'ltr';
  // the letters of a line are centred in its height
  for (const [index, line] of block.lines.entries())
    context.fillText(line, at.x, at.top + (index + 0.5) * style.lineHeight * block.size + block.size * 0.33);
};

/** The title at the top of the text's side, the creator's name at its foot. */
const drawText = (context: SKRSContext2D, card: PreviewCard, left: number): void => {
  const title = drawableText(card.title.slice(0, TEXT_MAX));
  const name = drawableText(card.creator.slice(0, TEXT_MAX));
  const titleStyle = scriptStyleOf(title);
  const nameStyle = scriptStyleOf(name);
  const lineHeight = Math.max(NAME_LINE_HEIGHT, nameStyle.lineHeight);
  const x = titleStyle.isRightToLeft ? left + TEXT_WIDTH : left;
  context.lang = card.language;
  context.textAlign = titleStyle.isRightToLeft ? 'right' : 'left';

  const creator = placeText(
    context,
    name,
    { ...nameStyle, weight: NAME_WEIGHT, lineHeight },
    { height: NAME_LINES * lineHeight * (NAME_SIZES[0] ?? 0), sizes: NAME_SIZES },
  );
  const nameHeight = name === '' ? 0 : creator.block.height;
  const height = TEXT_HEIGHT - (nameHeight === 0 ? 0 : nameHeight + GAP);
  drawPlaced(context, placeText(context, title, titleStyle, { height, sizes: TITLE_SIZES }), {
    x,
    top: MARGIN,
  });
  drawPlaced(context, creator, { x, top: HEIGHT - MARGIN - nameHeight });
};

/** Draws the preview image of an item: the picture, else the drawn cover, else the logo. @returns a JPEG */
export const drawCard = async (card: PreviewCard): Promise<Uint8Array> => {
  const canvas = createCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d');
  const picture = card.picture && (await loadImage(card.picture).catch(() => null));
  const { ground, behindText, text } = colorsOf({ ...card, hasPicture: picture !== null });
  context.fillStyle = coverColors[behindText];
  context.fillRect(0, 0, WIDTH, HEIGHT);
  const { isRightToLeft } = scriptStyleOf(card.title);
  const area = { x: isRightToLeft ? 0 : WIDTH - ART_WIDTH, width: ART_WIDTH };
  context.fillStyle = coverColors[ground];
  context.fillRect(area.x, 0, area.width, HEIGHT);
  if (picture) drawPicture(context, area, picture);
  else if (card.cover) drawFigure(context, area, card.cover, card.title);
  else drawSpines(context, area);
  context.fillStyle = coverColors[text];
  drawText(context, card, isRightToLeft ? ART_WIDTH + MARGIN : MARGIN);
  return canvas.encode('jpeg', QUALITY);
};
