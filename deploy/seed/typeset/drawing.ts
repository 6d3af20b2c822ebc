import { drawMotif } from '@satrangi/contracts/covers';
import { type CoverArt, type CoverShape, coverColors } from '@satrangi/contracts/pure';

/** A shape of a cover as an SVG element. */
const shapeSvg = ({ hasRoundCaps, isMultiplied, transform, fill, stroke, ...shape }: CoverShape): string => {
  const steps = transform?.map(([name, ...values]) => `${name}(${values.join(' ')})`).join(' ');
  const attributes = Object.entries({
    fill: fill ? coverColors[fill] : 'none',
    stroke: stroke && coverColors[stroke],
    'stroke-width': shape.strokeWidth,
    'stroke-dasharray': shape.strokeDasharray?.join(' '),
    'stroke-linecap': hasRoundCaps ? 'round' : undefined,
    opacity: shape.opacity,
    style: isMultiplied ? 'mix-blend-mode:multiply' : undefined,
    transform: steps,
    ...('d' in shape ? { d: shape.d } : { cx: shape.cx, cy: shape.cy, rx: shape.rx, ry: shape.ry }),
  }).flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${value}"`]));
  return `<${'d' in shape ? 'path' : 'ellipse'} ${attributes.join(' ')}/>`;
};

/** The drawing of a cover without its ground, as in the shop. */
export const drawingSvg = (cover: CoverArt, title: string): string =>
  `<svg preserveAspectRatio="xMidYMax slice" viewBox="0 104 200 196" xmlns="http://www.w3.org/2000/svg">${drawMotif(
    cover,
    title,
  )
    .art.map(shapeSvg)
    .join('')}</svg>`;
