/**
 * Draws the preview images of link previews, one for each media kind, the blog and other pages. Items have their own
 * from catalog; the one of their kind replaces a missing one. No words: what a preview shows stands beside it in the
 * language of the reader.
 * Run `node web/make-previews.ts` after a change.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { previewSize } from '@satrangi/contracts';

const { width: W, height: H } = previewSize;
const PAPER = '#FBF7F2';
const GOLD = '#FFC61A';

type Draw = (context: SKRSContext2D) => void;

const box = (
  context: SKRSContext2D,
  color: string,
  ...[x, y, w, h]: [number, number, number, number]
): void => {
  context.fillStyle = color;
  context.beginPath();
  context.roundRect(x, y, w, h, 8);
  context.fill();
};
const disc = (context: SKRSContext2D, color: string, x: number, y: number, radius: number): void => {
  context.fillStyle = color;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
};

const spines: Draw = (context) => {
  const colors = ['#A11A3A', '#E8590C', GOLD, '#8DB56A', '#1A7B82', '#5A66D8', '#8A3A82'];
  colors.forEach((color, index) => {
    const height = 250 + ((index * 67) % 90);
    box(context, color, 330 + index * 78, 480 - height, 62, height);
  });
  box(context, '#8A7C88', 300, 488, 600, 16);
};
const book: Draw = (context) => {
  box(context, PAPER, 380, 165, 210, 300);
  box(context, PAPER, 610, 165, 210, 300);
  for (let row = 0; row < 6; row++)
    for (const x of [410, 640]) box(context, GOLD, x, 205 + row * 40, row === 5 ? 90 : 150, 10);
};
const film: Draw = (context) => {
  box(context, PAPER, 350, 165, 500, 300);
  for (let hole = 0; hole < 9; hole++)
    for (const y of [178, 432]) box(context, '#1A7B82', 372 + hole * 53, y, 30, 20);
  context.fillStyle = GOLD;
  context.beginPath();
  context.moveTo(550, 235);
  context.lineTo(680, 315);
  context.lineTo(550, 395);
  context.fill();
};
const lens: Draw = (context) => {
  disc(context, PAPER, 600, 315, 170);
  disc(context, '#222C96', 600, 315, 125);
  disc(context, GOLD, 600, 315, 70);
  disc(context, PAPER, 640, 270, 22);
};
const waves: Draw = (context) => {
  for (let bar = 0; bar < 13; bar++) {
    const height = 60 + Math.abs(Math.sin(bar * 0.9)) * 240;
    box(context, bar % 3 === 1 ? GOLD : PAPER, 345 + bar * 40, 315 - height / 2, 22, height);
  }
};
const sheets: Draw = (context) => {
  [-0.16, -0.05, 0.07].forEach((turn, index) => {
    context.save();
    context.translate(600, 320);
    context.rotate(turn);
    box(context, index === 2 ? PAPER : '#A11A3A', -130, -180, 260, 350);
    if (index === 2) box(context, '#E8590C', -100, -150, 200, 120);
    context.restore();
  });
};
const voices: Draw = (context) => {
  disc(context, PAPER, 510, 315, 70);
  context.lineWidth = 26;
  context.lineCap = 'round';
  [110, 165, 220].forEach((radius, index) => {
    context.strokeStyle = index === 1 ? '#43113F' : PAPER;
    context.beginPath();
    context.arc(510, 315, radius, -0.7, 0.7);
    context.stroke();
  });
};
const page: Draw = (context) => {
  box(context, PAPER, 450, 130, 300, 370);
  for (let row = 0; row < 7; row++) box(context, '#43113F', 490, 180 + row * 42, row === 6 ? 120 : 220, 12);
};

const run: Draw = (context) => {
  context.lineCap = 'round';
  const colors = ['#A11A3A', GOLD, PAPER];
  colors.forEach((color, index) => {
    context.strokeStyle = color;
    context.lineWidth = 30;
    context.beginPath();
    context.moveTo(260, 470 - index * 44);
    context.bezierCurveTo(460, 470 - index * 44, 520, 190 - index * 20, 900, 250 - index * 44);
    context.stroke();
  });
  disc(context, '#43113F', 900, 206, 46);
  disc(context, GOLD, 900, 206, 20);
};

const plates: readonly (readonly [name: string, ground: string, draw: Draw])[] = [
  ['ebook', '#A11A3A', book],
  ['shortfilm', '#1A7B82', film],
  ['documentary', '#222C96', lens],
  ['audiostory', '#B84106', waves],
  ['magazine', GOLD, sheets],
  ['oralhistory', '#8DB56A', voices],
  ['run', '#1A7B82', run],
  ['blog', '#43113F', page],
  ['page', PAPER, spines],
];

for (const [name, ground, draw] of plates) {
  const canvas = createCanvas(W, H);
  const context = canvas.getContext('2d');
  context.fillStyle = ground;
  context.fillRect(0, 0, W, H);
  draw(context);
  writeFileSync(join(import.meta.dirname, 'public', `preview-${name}.png`), canvas.toBuffer('image/png'));
}
