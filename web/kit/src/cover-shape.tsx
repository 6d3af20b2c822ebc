import type { CoverColor, CoverShape, TransformStep } from '@satrangi/contracts/pure';
import type { SVGProps } from 'react';

/** A colour of a cover in CSS. */
export const colorOf = (color: CoverColor): string => `var(--${color})`;

const stepOf = ([name, ...numbers]: TransformStep): string => `${name}(${numbers.join(' ')})`;

/** A shape of a drawn cover as an SVG element. */
export function ShapeElement({ hasRoundCaps, isMultiplied, transform, ...shape }: CoverShape) {
  const paint: SVGProps<SVGPathElement & SVGEllipseElement> = {
    ...shape,
    fill: shape.fill ? colorOf(shape.fill) : 'none',
    stroke: shape.stroke && colorOf(shape.stroke),
    strokeDasharray: shape.strokeDasharray?.join(' '),
    strokeLinecap: hasRoundCaps ? 'round' : undefined,
    transform: transform?.map(stepOf).join(' '),
    style: isMultiplied ? { mixBlendMode: 'multiply' } : undefined,
  };
  return 'd' in shape ? <path {...paint} /> : <ellipse {...paint} />;
}
