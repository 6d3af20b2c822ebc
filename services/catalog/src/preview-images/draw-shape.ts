import { Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import { type CoverShape, coverColors, type TransformStep } from '@satrangi/contracts/pure';

const applyStep = (context: SKRSContext2D, [name, ...values]: TransformStep): void => {
  const [first, x = 0, y = 0] = values;
  if (name === 'translate') context.translate(first, x);
  else if (name === 'scale') context.scale(first, x);
  else {
    context.translate(x, y);
    context.rotate((first * Math.PI) / 180);
    context.translate(-x, -y);
  }
};

/** Draws a shape of a cover, with the meaning that it has as an SVG element. */
export const drawShape = (context: SKRSContext2D, shape: CoverShape): void => {
  context.save();
  for (const step of shape.transform ?? []) applyStep(context, step);
  context.globalAlpha = shape.opacity ?? 1;
  context.globalCompositeOperation = shape.isMultiplied ? 'multiply' : 'source-over';
  const outline = 'd' in shape ? new Path2D(shape.d) : new Path2D();
  if (!('d' in shape)) outline.ellipse(shape.cx, shape.cy, shape.rx, shape.ry, 0, 0, 2 * Math.PI);
  if (shape.fill) {
    context.fillStyle = coverColors[shape.fill];
    context.fill(outline);
  }
  if (shape.stroke) {
    context.strokeStyle = coverColors[shape.stroke];
    context.lineWidth = shape.strokeWidth ?? 1;
    context.lineCap = shape.hasRoundCaps ? 'round' : 'butt';
    context.setLineDash([...(shape.strokeDasharray ?? [])]);
    context.stroke(outline);
  }
  context.restore();
};
